/** Bytes that are written one after the other into memory that is used again and again. */
export class ByteWriter {
  bytes = Buffer.allocUnsafe(64 * 1024)
  length = 0

  /** Makes room for so many more bytes. */
  reserve(more: number): void {
    if (this.bytes.length >= this.length + more) return
    const larger = Buffer.allocUnsafe(2 * (this.length + more))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  /** Writes a text. */
  text(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length, 'utf8')
  }

  /** What was written, for as long as nothing else is. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** Begins anew. */
  clear(): void {
    this.length = 0
  }
}
