/** Objects of the core that stand for one piece of work, or for one pass over a file. */

import { kanonError } from "./failure";

/** What `free` gives back to the core's memory. */
export interface Handle {
  free(): void;
}

/** Whether there is something left to give back: an object that was finished is gone, and has no address any more. */
function isThere(held: Handle): boolean {
  return Reflect.get(held, "__wbg_ptr") !== 0;
}

/** Works with an object of the core, and drops it however that ends. */
export async function holding<Held extends Handle, Answer>(
  held: Held,
  work: (held: Held) => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(held);
  } finally {
    if (isThere(held)) held.free();
  }
}

/** A place for an object that is kept from one question to the next. */
export class Slot<Held extends Handle> {
  private held: Held | null = null;
  private readonly above: Slot<Handle>[] = [];

  /** @param missing says in an error that nothing is held here. */
  constructor(private readonly missing: string) {}

  /** A place for what is made of what is held here: it is dropped together with that. */
  under<Made extends Handle>(missing: string): Slot<Made> {
    const slot = new Slot<Made>(missing);
    this.above.push(slot);
    return slot;
  }

  /** Holds an object in place of the last one. */
  put(held: Held): Held {
    this.drop();
    this.held = held;
    return held;
  }

  /** What is held. */
  get it(): Held {
    if (this.held === null) throw kanonError("boundary", this.missing, "Reload the page; the recipe is kept.");
    return this.held;
  }

  get isEmpty(): boolean {
    return this.held === null;
  }

  /** Gives what is held away to be finished. */
  take(): Held {
    const held = this.it;
    this.held = null;
    return held;
  }

  drop(): void {
    for (const slot of this.above) slot.drop();
    this.held?.free();
    this.held = null;
  }
}
