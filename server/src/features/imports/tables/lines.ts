import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'

/** How many line numbers are listed before the rest is only counted. */
const mostNamed = 10

/** Line numbers (the first is 1) for a note: how many there are, and the first of them. */
export class Lines {
  count = 0
  private readonly named: number[] = []
  private last = 0

  /** Adds a line; consecutive repeats count once. */
  add(line: number): void {
    if (this.has(line)) return
    this.last = line
    this.count++
    if (this.named.length < mostNamed) this.named.push(line)
  }

  /** Whether a line is the last one added. */
  has(line: number): boolean {
    return line === this.last
  }

  /** The first line; 0 for none. */
  get first(): number {
    return this.named[0] ?? 0
  }

  /** As they stand in a sentence: `line 7`, `lines 7, 9 and 12`, `lines 7, 9 and 90 more`. */
  get words(): Words {
    if (this.count === 1) return say`line ${this.first}`
    const more = this.count - this.named.length
    if (more > 0) return say`lines ${this.named.join(', ')} and ${new Count(more)} more`
    return say`lines ${this.named.slice(0, -1).join(', ')} and ${this.named.at(-1) ?? 0}`
  }
}
