//! The name of a field as a flag, and back.

/// The flags every command has.
pub(crate) const RESERVED: [&str; 4] = ["help", "version", "input", "format"];

/// The flag of a field, without its dashes: lower case, words joined by `-`; empty where nothing can be typed.
pub(crate) fn of(field: &str) -> String {
    let mut flag = String::with_capacity(field.len());
    let mut after_small = false;
    for c in field.chars() {
        let starts_word = c.is_uppercase() && after_small;
        if (starts_word || !c.is_alphanumeric()) && !flag.is_empty() && !flag.ends_with('-') {
            flag.push('-');
        }
        if c.is_alphanumeric() {
            flag.extend(c.to_lowercase());
        }
        after_small = c.is_lowercase() || c.is_numeric();
    }
    flag.truncate(flag.trim_end_matches('-').len());
    flag
}

/// What help shows in the place of the value: `MAX_RESULTS` for `max-results`.
pub(crate) fn placeholder(flag: &str) -> String {
    flag.to_uppercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_to_flags() {
        for (field, flag) in [
            ("id", "id"),
            ("max_results", "max-results"),
            ("maxResults", "max-results"),
            ("MaxResults", "max-results"),
            ("sha256Sum", "sha256-sum"),
            ("HTTPPort", "httpport"),
            ("$ref", "ref"),
            ("a__b.c d/", "a-b-c-d"),
            ("größe", "größe"),
            ("_", ""),
            ("", ""),
        ] {
            assert_eq!(of(field), flag, "{field:?}");
        }
    }
}
