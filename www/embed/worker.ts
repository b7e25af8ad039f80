/** Workers of the heavy part. The build uses this class for its workers. */

import { trusted } from "./trusted";

/** A worker whose address a page with Trusted Types accepts. */
export class TrustedWorker extends globalThis.Worker {
  constructor(address: string, options?: WorkerOptions) {
    super(trusted(address), options);
  }
}
