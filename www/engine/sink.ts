const PART_BYTES = 8 << 20;

/** The destination of the released bytes: parts of a blob, or directly a file that the user picked. */
export interface Sink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends the writing and returns the written bytes for reading. */
  close(): Promise<Blob>;
  /** Removes everything that was written, even if it was complete. */
  abort(): Promise<void>;
}

/** Small chunks are joined into blobs at once, which the browser may keep on disk. */
export class BlobSink implements Sink {
  private readonly parts: Blob[] = [];
  private open: Uint8Array<ArrayBuffer>[] = [];
  private openBytes = 0;

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.open.push(bytes);
    this.openBytes += bytes.byteLength;
    if (this.openBytes >= PART_BYTES) this.seal();
  }

  async close(): Promise<Blob> {
    this.seal();
    return new Blob(this.parts, { type: "text/csv" });
  }

  async abort(): Promise<void> {
    this.parts.length = 0;
    this.open = [];
  }

  private seal(): void {
    if (this.openBytes > 0) this.parts.push(new Blob(this.open));
    this.open = [];
    this.openBytes = 0;
  }
}

export class FileSink implements Sink {
  private isClosed = false;

  private constructor(
    private readonly place: FileSystemFileHandle,
    private readonly stream: FileSystemWritableFileStream,
  ) {}

  static async at(place: FileSystemFileHandle): Promise<FileSink> {
    return new FileSink(place, await place.createWritable());
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.stream.write(bytes);
  }

  async close(): Promise<Blob> {
    await this.stream.close();
    this.isClosed = true;
    return this.place.getFile();
  }

  /** The file keeps its previous content until it is closed, and loses it then: it is left empty. */
  async abort(): Promise<void> {
    if (!this.isClosed) return this.stream.abort();
    const emptied = await this.place.createWritable();
    await emptied.close();
  }
}
