/** Most line numbers that are named one by one. */
const named = 10

/** Numbers of lines (the first is 1) that something is to be told of: how many, and the first of them. */
export class Lines {
  count = 0
  private readonly first: number[] = []
  private last = 0

  /** Notes a line; the same one twice in a row counts once. */
  add(line: number): void {
    if (this.has(line)) return
    this.last = line
    this.count++
    if (this.first.length < named) this.first.push(line)
  }

  /** Whether a line is the last one noted. */
  has(line: number): boolean {
    return line === this.last
  }

  /** As they stand in a sentence: `line 7`, `lines 7, 9 and 12`, `lines 7, 9, ... and 90 more`. */
  toString(): string {
    const [one] = this.first
    if (this.count === 1) return `line ${one}`
    const more = this.count - this.first.length
    const list = more > 0 ? [...this.first, `${more} more`] : this.first
    return `lines ${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
  }
}
