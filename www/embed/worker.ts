/** Workers of the heavy part. The build has its workers made of this class. */

import { trusted } from "./trusted";

/** A worker whose address a page with Trusted Types takes. */
export class TrustedWorker extends globalThis.Worker {
  constructor(address: string, options?: WorkerOptions) {
    super(trusted(address), options);
  }
}
