import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'

/** Most line numbers that are named one by one. */
const mostNamed = 10

/** Numbers of lines (the first is 1) that something is to be told of: how many, and the first of them. */
export class Lines {
  count = 0
  private readonly named: number[] = []
  private last = 0

  /** Notes a line; the same one twice in a row counts once. */
  add(line: number): void {
    if (this.has(line)) return
    this.last = line
    this.count++
    if (this.named.length < mostNamed) this.named.push(line)
  }

  /** Whether a line is the last one noted. */
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
