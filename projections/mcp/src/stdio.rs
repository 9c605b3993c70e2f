//! The server on stdin and stdout, which nothing else can read or write while it runs.

use std::io;
use std::time::Duration;

use onefold::Executor;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use crate::wire;

/// Why a server on lines of text ended otherwise than by the end of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StdioError {
    /// stdin and stdout could not be set aside for the protocol.
    #[error("stdin and stdout can't be set aside for MCP: {0}")]
    SetAside(#[source] io::Error),
    /// An answer could not be written.
    #[error("the client can't be answered: {0}")]
    Output(#[source] io::Error),
    /// The session broke down.
    #[error("the MCP session broke down: {0}")]
    Session(String),
}

/// How many answers may wait to be written before those who answer wait as well.
const QUEUE: usize = 64;

/// How long a client that does not read its last answers is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves MCP on stdin and stdout until stdin ends and the running calls have been answered.
///
/// On Unix, what handlers print goes to stderr from here on, and they find nothing on stdin: both belong to the protocol,
/// and stay set aside when this returns. Elsewhere, a handler that prints corrupts the stream.
pub async fn serve_stdio(executor: Executor) -> Result<(), StdioError> {
    serve_stdio_until(executor, std::future::pending()).await
}

/// Serves MCP on stdin and stdout as [`serve_stdio`] does, until stdin ends or `stop` does, such as on a signal.
///
/// A read of stdin may still be waiting when this returns; it keeps a runtime that is dropped from ending, and not one
/// that is shut down with `shutdown_background`.
pub async fn serve_stdio_until(
    executor: Executor,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), StdioError> {
    #[cfg(unix)]
    {
        let (input, output) = set_aside().map_err(StdioError::SetAside)?;
        serve_until(executor, input, output, stop).await
    }
    #[cfg(not(unix))]
    serve_until(executor, tokio::io::stdin(), tokio::io::stdout(), stop).await
}

/// Serves MCP on lines of text until `input` ends and the running calls have been answered.
///
/// Every line of `output` is one message of JSON-RPC, and so is every line of `input` that is acted on; any other is
/// answered with the error it deserves.
pub async fn serve<R, W>(executor: Executor, input: R, output: W) -> Result<(), StdioError>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    serve_until(executor, input, output, std::future::pending()).await
}

pub(crate) async fn serve_until<R, W>(
    executor: Executor,
    input: R,
    output: W,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), StdioError>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (lines, queued) = mpsc::channel(QUEUE);
    let mut writer = tokio::spawn(write(queued, output));
    let session = wire::converse(executor, input, lines, Box::pin(stop)).await;
    match tokio::time::timeout(PATIENCE, &mut writer).await {
        Ok(Ok(Ok(()))) => session.map_err(StdioError::Session),
        Ok(Ok(Err(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            tracing::info!("the client left without reading its answers");
            Ok(())
        }
        Ok(Ok(Err(error))) => Err(StdioError::Output(error)),
        Ok(Err(error)) => Err(StdioError::Session(error.to_string())),
        Err(_) => {
            writer.abort();
            Err(StdioError::Output(io::ErrorKind::TimedOut.into()))
        }
    }
}

/// Writes each message as a line; those that are ready together are flushed together.
async fn write<W>(mut queued: mpsc::Receiver<Vec<u8>>, mut output: W) -> io::Result<()>
where
    W: AsyncWrite + Unpin,
{
    let mut batch = Vec::with_capacity(QUEUE);
    while queued.recv_many(&mut batch, QUEUE).await > 0 {
        for mut line in batch.drain(..) {
            line.push(b'\n');
            output.write_all(&line).await?;
        }
        output.flush().await?;
    }
    Ok(())
}

/// Moves stdin and stdout to descriptors of their own. In their places stand `/dev/null` and stderr, for everyone else
/// and for every child process.
#[cfg(unix)]
fn set_aside() -> io::Result<(tokio::fs::File, tokio::fs::File)> {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;

    io::stdout().flush()?;
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((input.into(), output.into()))
}
