/** Serves the built page as any static host would: files and their types, no headers beyond that. */

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const root = fileURLToPath(new URL("../../dist", import.meta.url));
const port = Number(process.env.PORT ?? 4179);

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const path = join(root, normalize(pathname === "/" ? "/index.html" : pathname));
  if (!path.startsWith(root) || !existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
  createReadStream(path).pipe(response);
}).listen(port, "127.0.0.1");
