/** Objects of the core that stand for one piece of work, or for one pass over a file. */

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
