//! Whatever is typed, the macros go on: they make items, and hand the editor the user's tokens as they are.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{WHOLE, tokens};
use crate::declare;

/// A generator of Knuth's, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// Deletes, doubles, exchanges or replaces one token, at some depth.
fn mutate(stream: TokenStream, spare: &[TokenTree], numbers: &mut Numbers) -> TokenStream {
    let mut trees: Vec<TokenTree> = stream.into_iter().collect();
    let at = numbers.below(trees.len());
    let within = match trees.get(at) {
        Some(TokenTree::Group(group)) if numbers.below(8) != 0 => Some(group.clone()),
        _ => None,
    };
    if let Some(group) = within {
        let inner = mutate(group.stream(), spare, numbers);
        trees[at] = Group::new(group.delimiter(), inner).into();
        return trees.into_iter().collect();
    }
    let other = numbers.below(trees.len());
    let drawn = spare[numbers.below(spare.len())].clone();
    match numbers.below(4) {
        0 if !trees.is_empty() => drop(trees.remove(at)),
        1 if !trees.is_empty() => trees.insert(at, trees[other].clone()),
        2 if !trees.is_empty() => trees.swap(at, other),
        _ => trees.insert(at, drawn),
    }
    trees.into_iter().collect()
}

#[test]
fn no_input_stops_the_macros() {
    let spare: Vec<TokenTree> = tokens(
        ": :: , ; # ! < > | & .. = => -1 id kind handler pub struct fn r#type 'a \"text\" b\"bytes\" 'c' 1.5 \
         () [] {} #[doc = \"x\"] #![x] (a, b) { a: 1 } | a , b | < A , B > $ ~ @ _ if else match unsafe",
    )
    .into_iter()
    .collect();
    for (called, text) in WHOLE {
        for seed in 0..1_500 {
            let mut numbers = Numbers(seed);
            let mut input = tokens(text);
            for _ in 0..=numbers.below(6) {
                input = mutate(input, &spare, &mut numbers);
            }
            check(called, input);
        }
    }
}

#[track_caller]
fn check(called: &crate::fields::Macro, input: TokenStream) {
    let shown = input.to_string();
    let expansion = declare(called, input.clone());
    assert!(
        syn::parse2::<syn::File>(expansion.clone()).is_ok(),
        "no items from {shown}\n{expansion}"
    );
    let braces = input.into_iter().find_map(|tree| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    let mirrored = braces.is_none_or(|body| expansion.to_string().contains(&body.to_string()));
    let nameless = !expansion.to_string().contains("__mirror");
    assert!(mirrored || nameless, "not mirrored as written: {shown}");
}
