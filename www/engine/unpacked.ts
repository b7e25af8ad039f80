/** Modules as compressed text. */

/** Compiles a compressed module from its base64, so that nothing has to be fetched. */
export async function compiled(base64: string): Promise<WebAssembly.Module> {
  const bytes = bytesOf(base64);
  // WebKit reads no blob in a page that was opened from disk.
  const packed = new ReadableStream<BufferSource>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/** The part of a data URL after its comma. */
export function base64Of(address: string): string {
  return address.slice(address.indexOf(",") + 1);
}

/** A loop, because `Uint8Array.from` is so slow on the letters of a module that the page would freeze. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
