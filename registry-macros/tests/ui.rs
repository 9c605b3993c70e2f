//! What the macros and rustc say of a mistake in a declaration, and where. After a change that is meant, run with
//! `TRYBUILD=overwrite` and read the difference.

#[test]
fn mistakes_are_told_where_they_are() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/capability/*.rs");
    cases.compile_fail("ui/module/*.rs");
    cases.pass("ui/pass/*.rs");
}
