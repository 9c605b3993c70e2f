//! A request to stop, which work can look at and wait for.

use tokio_util::sync::CancellationToken;

/// A request to stop. Its clones are one request: whoever holds one can make it, and everybody sees it.
///
/// ```
/// use onefold::Cancellation;
///
/// let cancellation = Cancellation::new();
/// let seen_by_the_work = cancellation.clone();
/// cancellation.cancel();
/// assert!(seen_by_the_work.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancellation(CancellationToken);

impl Cancellation {
    /// Nobody has asked yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks to stop. Asking again changes nothing.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Whether somebody has asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits until somebody asks.
    pub async fn cancelled(&self) {
        self.0.cancelled().await;
    }
}
