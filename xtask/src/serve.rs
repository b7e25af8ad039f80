//! A small server for `dist/`, on this machine alone.
//!
//! **Invariant:** a request reads no file. The files of `dist/` are read once, at the start, and a request looks one
//! up by its name; so no address leads out of `dist/`.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::{build, tree};

type Files = std::collections::BTreeMap<String, Vec<u8>>;

/// Builds the page and serves it until it is interrupted.
///
/// # Errors
/// The page cannot be built, or the port is taken.
pub(crate) fn serve(port: u16, no_build: bool) -> Result<()> {
    if !no_build {
        build::build_quickly()?;
    }
    let files = build::files(&tree::dist())?;
    let server = Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .map_err(|error| anyhow!(error))
        .with_context(|| format!("cannot listen on port {port}; choose another by --port"))?;
    println!("http://{}/#sample", server.server_addr());
    for request in server.incoming_requests() {
        // A browser that has gone away is no reason to stop.
        if let Err(error) = respond(request, &files) {
            eprintln!("warning: a response was not sent: {error}");
        }
    }
    Ok(())
}

fn respond(request: Request, files: &Files) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::empty(405).with_header(header("Allow", "GET, HEAD")));
    }
    match look_up(request.url(), files) {
        Some((name, bytes)) => request.respond(
            Response::from_data(bytes.clone())
                .with_header(header("Content-Type", media_type(name)))
                .with_header(header("X-Content-Type-Options", "nosniff"))
                .with_header(header("Cache-Control", "no-cache")),
        ),
        None => request.respond(
            Response::from_string("Not found.\n")
                .with_status_code(404)
                .with_header(header("Content-Type", "text/plain; charset=utf-8")),
        ),
    }
}

fn look_up<'f>(url: &str, files: &'f Files) -> Option<(&'f str, &'f Vec<u8>)> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.strip_prefix('/')?;
    let name = if name.is_empty() || name.ends_with('/') { format!("{name}index.html") } else { name.to_owned() };
    files.get_key_value(&name).map(|(name, bytes)| (name.as_str(), bytes))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("csv") => "text/csv; charset=utf-8",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("gz") => "application/gzip",
        _ => "application/octet-stream",
    }
}

#[allow(clippy::expect_used, reason = "the names and values are literals of this file")]
fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("a literal header is well formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Files {
        ["index.html", "sw.js", "embed/index.html"].map(|name| (name.to_owned(), name.as_bytes().to_vec())).into()
    }

    fn found<'f>(url: &str, files: &'f Files) -> Option<&'f str> {
        look_up(url, files).map(|(name, _)| name)
    }

    #[test]
    fn a_folder_stands_for_its_index() {
        let files = site();
        assert_eq!(found("/", &files), Some("index.html"));
        assert_eq!(found("/?step=search", &files), Some("index.html"));
        assert_eq!(found("/embed/", &files), Some("embed/index.html"));
        assert_eq!(found("/sw.js", &files), Some("sw.js"));
    }

    #[test]
    fn no_address_leads_out_of_the_site() {
        let files = site();
        for url in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//etc/passwd",
            "/embed/../../Cargo.toml",
            "/..\\Cargo.toml",
            "sw.js",
            "http://127.0.0.1/sw.js",
            "",
        ] {
            assert_eq!(found(url, &files), None, "{url}");
        }
    }
}
