/** Objects of the core that represent one piece of work, or one pass over a file. */

import { kanonError } from "./failure";

/** `free` returns its memory to the core. */
export interface Handle {
  free(): void;
}

/** Whether there is something left to free: a finished object is gone and has no address any more. */
function isThere(held: Handle): boolean {
  return Reflect.get(held, "__wbg_ptr") !== 0;
}

/** Works with an object of the core, and frees it however that ends. */
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

/** A place for an object that is kept between queries. */
export class Slot<Held extends Handle> {
  private held: Held | null = null;
  private readonly above: Slot<Handle>[] = [];

  /** @param missing the error message if the place is empty. */
  constructor(private readonly missing: string) {}

  /** A place for an object made from the one here. It is freed together with that one. */
  under<Made extends Handle>(missing: string): Slot<Made> {
    const slot = new Slot<Made>(missing);
    this.above.push(slot);
    return slot;
  }

  /** Stores an object, replacing the last one. */
  put(held: Held): Held {
    this.drop();
    this.held = held;
    return held;
  }

  /** The stored object. */
  get it(): Held {
    if (this.held === null)
      throw kanonError("boundary", this.missing, "Do this once more. File and settings are kept.");
    return this.held;
  }

  get isEmpty(): boolean {
    return this.held === null;
  }

  /** Removes the stored object, to be finished. */
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
