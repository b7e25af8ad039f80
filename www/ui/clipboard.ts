/** Puts a text on the clipboard. Whether the browser has let it: a page in a sandboxed frame may not. */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
