/** Modules that are part of a script, zipped. */

/** Compiles a module from its address of data, so that nothing has to be fetched. */
export async function compiled(packed: string): Promise<WebAssembly.Module> {
  const text = atob(packed.slice(packed.indexOf(",") + 1));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  // WebKit reads no blob in a worker of a page that was opened from a disk.
  const packedBytes = new ReadableStream<BufferSource>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const unpacked = packedBytes.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}
