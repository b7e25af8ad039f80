/** Keeps the user from changing what the page around shows. */

/** What is said to who tries. */
export const LOCKED = "The page around shows this file and these settings: they cannot be changed here.";

export class Lock {
  /** Whether the user opens no file and changes no setting. */
  isShut = false;
  private hosted = 0;

  /** Whether a change that is tried now is the user's, who may not. */
  get holds(): boolean {
    return this.isShut && this.hosted === 0;
  }

  /** Does what the page around asks for. */
  async asHost(work: () => Promise<void>): Promise<void> {
    this.hosted += 1;
    try {
      await work();
    } finally {
      this.hosted -= 1;
    }
  }
}
