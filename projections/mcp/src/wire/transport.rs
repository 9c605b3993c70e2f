//! Messages on lines: what reaches `rmcp` is a request, or the cancellation of one that runs; all else ends here.
//!
//! `rmcp` ends a session over a notification that comes before `initialize` and leaves text it can't read unanswered.
//! Both are the client's mistakes, and the next request must find the server serving.

use std::collections::HashSet;
use std::io;

use futures_util::future::BoxFuture;
use futures_util::{Stream, StreamExt};
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt};
use serde_json::json;
use tokio::io::AsyncRead;
use tokio::sync::mpsc;
use tokio_util::codec::FramedRead;

use super::server::Server;
use crate::lines::{Line, Lines};
use crate::malformed::{MAX_MESSAGE, Malformed};

/// Answers the messages on the lines of `input` with lines in `output`, until there are no more or `stop` ends; the
/// requests that still run then are given some seconds to end.
///
/// It fails only where the session broke down by a fault that is not the client's.
pub(crate) async fn converse<R>(
    executor: onefold::Executor,
    input: R,
    output: mpsc::Sender<Vec<u8>>,
    stop: BoxFuture<'static, ()>,
) -> Result<(), String>
where
    R: AsyncRead + Unpin + Send + 'static,
{
    let transport = LineTransport {
        input: FramedRead::new(input, Lines::new(MAX_MESSAGE)).take_until(stop),
        output,
        running: HashSet::new(),
        reply: None,
    };
    match Server::new(executor).serve(transport).await {
        Ok(session) => session
            .waiting()
            .await
            .map(drop)
            .map_err(|error| error.to_string()),
        // The client left before it asked for anything, or can't be written to any more.
        Err(
            ServerInitializeError::ConnectionClosed(_)
            | ServerInitializeError::TransportError { .. },
        ) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

struct LineTransport<S> {
    input: S,
    output: mpsc::Sender<Vec<u8>>,
    /// The requests that have no answer yet.
    running: HashSet<RequestId>,
    /// An answer given here that still waits for its turn. `receive` can be dropped at any `await`, so it stands here.
    reply: Option<Vec<u8>>,
}

impl<S> Transport<RoleServer> for LineTransport<S>
where
    S: Stream<Item = io::Result<Line>> + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        match &message {
            JsonRpcMessage::Response(response) => self.running.remove(&response.id),
            JsonRpcMessage::Error(error) => {
                error.id.as_ref().is_some_and(|id| self.running.remove(id))
            }
            _ => false,
        };
        let output = self.output.clone();
        async move {
            let line = serde_json::to_vec(&message)?;
            output.send(line).await.map_err(io::Error::other)
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if self.reply.is_some() {
                let turn = self.output.reserve().await.ok()?;
                if let Some(reply) = self.reply.take() {
                    turn.send(reply);
                }
            }
            let line = tokio::select! {
                line = self.input.next() => line?,
                // Nobody reads the answers any more.
                () = self.output.closed() => return None,
            };
            match line {
                Ok(Line::Text(text)) => {
                    if let Some(message) = self.admit(&text) {
                        return Some(message);
                    }
                }
                Ok(Line::TooLong) => self.refuse(&Malformed::TooLong),
                Err(error) => {
                    tracing::error!(%error, "stdin can't be read");
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<S> LineTransport<S> {
    /// The message on a line, where it is one to act on.
    fn admit(&mut self, text: &[u8]) -> Option<ClientJsonRpcMessage> {
        // RFC 8259 §8.1 lets a reader ignore a byte order mark.
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        if text.trim_ascii().is_empty() {
            return None;
        }
        let Ok(message) = serde_json::from_slice::<ClientJsonRpcMessage>(text) else {
            self.refuse(&Malformed::diagnose(text));
            return None;
        };
        let acts = match &message {
            JsonRpcMessage::Request(request) => {
                let is_new = self.running.insert(request.id.clone());
                if !is_new {
                    self.refuse(&Malformed::IdInUse {
                        id: json!(request.id),
                    });
                }
                is_new
            }
            JsonRpcMessage::Notification(it) => match &it.notification {
                ClientNotification::CancelledNotification(cancelled) => {
                    let id = cancelled.params.request_id.as_ref();
                    id.is_some_and(|id| self.running.remove(id))
                }
                // Nothing here waits for any other.
                _ => false,
            },
            // This server asks its clients nothing.
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => false,
        };
        acts.then_some(message)
    }

    fn refuse(&mut self, what: &Malformed) {
        tracing::debug!(?what, "no message");
        self.reply = what.reply().map(|reply| reply.to_string().into_bytes());
    }
}
