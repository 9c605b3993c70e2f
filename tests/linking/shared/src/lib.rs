//! The product behind a C function, as a host in another language links it.

/// Hands the account to `write`, as UTF-8 that lasts as long as the call.
// SAFETY: no other symbol of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn account(write: extern "C" fn(*const u8, usize)) {
    let told = product::linked(&["notes"]);
    write(told.as_ptr(), told.len());
}
