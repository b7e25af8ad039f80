/** Servers on this machine that record everything that arrives. */

import { createSocket, type Socket } from "node:dgram";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createPlain, type Server as Plain } from "node:net";

/** The site, where it is asked for it, and every other request as an arrival. */
export class Listener {
  readonly arrived = new Set<string>();
  private readonly server: Server;

  constructor(private readonly html: (path: string) => string | null) {
    this.server = createServer((request, response) => {
      const path = request.url ?? "";
      const html = this.html(path);
      if (html === null) this.note(path);
      const type = html === null ? "text/javascript" : "text/html";
      response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(html ?? "");
    });
    this.server.on("upgrade", (request, socket) => {
      this.note(request.url ?? "");
      socket.destroy();
    });
  }

  private note(path: string): void {
    this.arrived.add(/^\/leak\/(\d+)/.exec(path)?.[1] ?? path);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Hears connections and datagrams, whatever they carry. */
export class BareListener {
  heard = false;
  private plain: Plain | null = null;
  private datagrams: Socket | null = null;

  /** Listens on both kinds of the same port, which is given back. */
  async start(): Promise<number> {
    const hear = () => {
      this.heard = true;
    };
    const plain = createPlain((socket) => {
      hear();
      socket.on("error", () => undefined).destroy();
    });
    this.plain = plain;
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const { port } = plain.address() as AddressInfo;
    const datagrams = createSocket("udp4", hear);
    this.datagrams = datagrams;
    await new Promise<void>((resolve) => datagrams.bind(port, "127.0.0.1", resolve));
    return port;
  }

  stop(): void {
    this.plain?.close();
    this.datagrams?.close();
  }
}
