/** A server on this machine alone, on a port that is free. */

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class LocalServer {
  private readonly server: Server;

  constructor(answer: RequestListener) {
    this.server = createServer(answer);
  }

  /** Begins to listen, and tells at which address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
