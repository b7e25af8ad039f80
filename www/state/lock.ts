/** Prevents the user from changing what the surrounding page shows. */

/** The message for an attempt. */
export const LOCKED = "The page around shows this file and these settings: they cannot be changed here.";

export class Lock {
  /** Whether the user can open no file and change no setting. */
  isShut = false;
  private hosted = 0;

  /** Whether a change made now comes from the user, who may not make it. */
  get holds(): boolean {
    return this.isShut && this.hosted === 0;
  }

  /** Does work for the surrounding page. */
  async asHost(work: () => Promise<void>): Promise<void> {
    this.hosted += 1;
    try {
      await work();
    } finally {
      this.hosted -= 1;
    }
  }
}
