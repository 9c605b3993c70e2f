//! The server from outside: through lines of JSON-RPC, through HTTP, and through the client of `rmcp`.

mod client;
mod fixture;
mod http;
mod lines;
mod surface;
mod walls;
