//! The nearest valid names to one that is not.

/// At most this many names are suggested.
const MOST: usize = 3;

/// One that comes this much less near than the nearest is not what was meant.
const MARGIN: f64 = 0.15;

/// The valid names that come nearest to `name`, the nearest first; none where nothing comes near.
///
/// ```
/// assert_eq!(onefold::suggest::nearest("serach", ["search", "list"]), ["search"]);
/// ```
pub fn nearest<'a>(name: &str, valid: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut scored: Vec<(f64, &str)> = valid
        .into_iter()
        .map(|candidate| (closeness(name, candidate), candidate))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    // By score, then by name, so that the answer does not depend on the order of the candidates.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by_key(|(_, candidate)| *candidate);
    let best = scored.first().map_or(0.0, |(score, _)| *score);
    scored
        .into_iter()
        .take_while(|(score, _)| best - score <= MARGIN)
        .take(MOST)
        .map(|(_, candidate)| candidate.to_owned())
        .collect()
}

/// 1 for the same name, 0 for one that is not worth naming.
fn closeness(name: &str, candidate: &str) -> f64 {
    // The cost is the product of the lengths; nobody means a name of a thousand characters.
    if name.len() > 256 || candidate.len() > 256 {
        return 0.0;
    }
    let (name, candidate) = (name.to_lowercase(), candidate.to_lowercase());
    let same = strsim::normalized_damerau_levenshtein(&name, &candidate);
    let contained = name.len() >= 3 && (candidate.contains(&name) || name.contains(&candidate));
    if same >= 0.6 {
        same
    } else if contained {
        0.6
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[track_caller]
    fn check(name: &str, right: &[&str]) {
        let valid = [
            "capabilities.describe",
            "capabilities.list",
            "health.live",
            "health.ready",
        ];
        assert_eq!(nearest(name, valid), right, "{name:?}");
    }

    #[test]
    fn only_what_comes_near_is_named() {
        check("capabilities.lists", &["capabilities.list"]);
        check("Health.Live", &["health.live"]);
        check("describe", &["capabilities.describe"]);
        check("zzz", &[]);
        check("", &[]);
        check(&"capabilities".repeat(1_000), &[]);
    }
}
