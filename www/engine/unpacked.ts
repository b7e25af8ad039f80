/** Modules as text, zipped. */

/** Compiles a zipped module from its base64, so that nothing has to be fetched. */
export async function compiled(base64: string): Promise<WebAssembly.Module> {
  const bytes = bytesOf(base64);
  // WebKit reads no blob in a page that was opened from a disk.
  const packed = new ReadableStream<BufferSource>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/** What stands behind the comma of an address of data. */
export function base64Of(address: string): string {
  return address.slice(address.indexOf(",") + 1);
}

/** By a loop: `Uint8Array.from` walks the letters of a module so slowly that the page stands still meanwhile. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
