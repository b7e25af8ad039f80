/**
 * The module that a worker is given by whoever makes it: in one, or in two parts of which the second comes when it can.
 */

import { notArrived } from "./failure";

/** The first message to a worker: the module, or the part of it that is needed first. */
export interface Given {
  readonly module: WebAssembly.Module;
}

/** A later message: the rest of a module that comes in two parts. */
export interface GivenRest {
  readonly rest: WebAssembly.Module;
}

/** Waits for the module. */
export function givenModule(): Promise<WebAssembly.Module> {
  return new Promise((resolve) => {
    const take = ({ data }: MessageEvent<Partial<Given> | null>) => {
      const module = data?.module;
      if (!(module instanceof WebAssembly.Module)) return;
      removeEventListener("message", take);
      resolve(module);
    };
    addEventListener("message", take);
  });
}

/** Takes the rest when it comes. Who needs it before that is told that it has not arrived. */
export function givenRest(): () => WebAssembly.Module {
  let given: WebAssembly.Module | null = null;
  const take = ({ data }: MessageEvent<Partial<GivenRest> | null>) => {
    const rest = data?.rest;
    if (!(rest instanceof WebAssembly.Module)) return;
    removeEventListener("message", take);
    given = rest;
  };
  addEventListener("message", take);
  return () => {
    if (given === null) throw notArrived();
    return given;
  };
}
