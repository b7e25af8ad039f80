/** Copies a text to the clipboard. Returns whether the browser allowed it: in a sandboxed frame it may not. */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
