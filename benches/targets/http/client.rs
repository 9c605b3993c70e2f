//! A client that costs next to nothing: one request, sent again and again over connections that stay open.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};

/// A request without a body.
pub(crate) fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// A request with a JSON body.
pub(crate) fn post(target: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST {target} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Connections to one server, which send one request.
pub(crate) struct Clients<'a> {
    runtime: Runtime,
    connections: Vec<Connection>,
    request: &'a [u8],
}

impl<'a> Clients<'a> {
    pub(crate) fn connect(server: SocketAddr, count: usize, request: &'a [u8]) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let connections = (0..count)
            .map(|_| runtime.block_on(Connection::open(server)))
            .collect::<io::Result<_>>()?;
        Ok(Self {
            runtime,
            connections,
            request,
        })
    }

    /// The body of one answer.
    pub(crate) fn body(&mut self) -> io::Result<Vec<u8>> {
        let connection = &mut self.connections[0];
        let body = self.runtime.block_on(connection.exchange(self.request))?;
        Ok(connection.received[body..].to_vec())
    }

    /// Sends so many requests over all the connections together, each of which waits for its answer.
    pub(crate) fn exchange(&mut self, times: u64) -> io::Result<Duration> {
        let (count, request) = (self.connections.len() as u64, self.request);
        self.runtime.block_on(async {
            let start = Instant::now();
            (0..)
                .zip(&mut self.connections)
                .map(|(at, connection)| async move {
                    for _ in 0..times / count + u64::from(at < times % count) {
                        connection.exchange(request).await?;
                    }
                    io::Result::Ok(())
                })
                .collect::<FuturesUnordered<_>>()
                .try_collect::<()>()
                .await?;
            Ok(start.elapsed())
        })
    }
}

struct Connection {
    stream: TcpStream,
    /// The last answer, whole.
    received: Vec<u8>,
}

impl Connection {
    async fn open(server: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            received: Vec::with_capacity(4096),
        })
    }

    /// Sends a request, reads the answer, and tells where its body begins.
    async fn exchange(&mut self, request: &[u8]) -> io::Result<usize> {
        self.received.clear();
        self.stream.write_all(request).await?;
        loop {
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some((head, length)) = head(&self.received)? {
                while self.received.len() < head + length {
                    if self.stream.read_buf(&mut self.received).await? == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                return Ok(head);
            }
        }
    }
}

/// The lengths of the head and of the body, once the head has arrived.
fn head(received: &[u8]) -> io::Result<Option<(usize, usize)>> {
    let Some(end) = received.windows(4).position(|end| end == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = String::from_utf8_lossy(&received[..end]);
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse().ok())?
    });
    match length {
        Some(length) if head.starts_with("HTTP/1.1 200 ") => Ok(Some((end + 4, length))),
        _ => Err(io::Error::other(format!(
            "not an answer this client expects: {head}"
        ))),
    }
}
