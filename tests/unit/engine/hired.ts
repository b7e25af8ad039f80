/**
 * Workers that the test makes itself, in place of real ones: the page's side speaks to a plain object through a port.
 */

import * as Comlink from "comlink";
import type { Hiring, Hired as Made } from "../../../www/engine/hire";

/** A worker of the test, and whether it was ended. */
export interface Hired {
  readonly role: string;
  ended: boolean;
  /** What the page is told when the worker ends by itself. */
  readonly end: () => void;
  /** Has the browser not let it run. */
  readonly refuse: () => void;
}

/**
 * Gives what `hire` is replaced by, and the workers in the order in which they were made. They have all parts of their
 * module when `whole` ends.
 */
export function hiring(
  face: () => object,
  whole: Promise<void> = Promise.resolve(),
): {
  hire: (hiring: Hiring, role: string, onEnd: () => void) => Promise<Made>;
  hired: Hired[];
} {
  const hired: Hired[] = [];
  const hire = async (_: Hiring, role: string, onEnd: () => void) => {
    const { port1, port2 } = new MessageChannel();
    const refuse = () => void port1.dispatchEvent(new Event("error"));
    const one: Hired = { role, ended: false, end: onEnd, refuse };
    hired.push(one);
    Comlink.expose(face(), port2);
    const worker = Object.assign(port1, {
      terminate: () => {
        one.ended = true;
        port1.close();
        port2.close();
      },
    }) as unknown as Worker;
    return { worker, whole };
  };
  return { hire, hired };
}

/** For those whose workers are made by the test. */
export const NOTHING_TO_HIRE: Hiring = {
  supply: {
    engine: () => Promise.reject(new Error("the test makes the workers")),
    sheets: () => Promise.reject(new Error("the test makes the workers")),
    arrived: () => 1,
  },
  hear: () => undefined,
};
