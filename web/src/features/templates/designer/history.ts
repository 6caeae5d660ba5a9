import type { DesignPath } from './design-tree.ts'

/** A mail at one moment, and what was selected. */
export interface Moment {
  text: string
  path: DesignPath
}

/** What is typed within this time of the letter before is one step, in ms. */
const typing = 1000
/** Most steps that can be undone. */
const mostSteps = 200

/** The steps of whoever designs a mail, to go back and forward in. */
export class History {
  private moments: Moment[] = []
  private at = -1
  private typedAt = Number.NEGATIVE_INFINITY

  get canUndo(): boolean {
    return this.at > 0
  }

  get canRedo(): boolean {
    return this.at < this.moments.length - 1
  }

  /** Notes a moment; what is typed quickly after something typed takes its place. `time` is in ms. */
  add(moment: Moment, { isTyped, time }: { isTyped: boolean; time: number }): void {
    const isSameStep = isTyped && time - this.typedAt < typing && this.at > 0
    const kept = this.moments.slice(0, isSameStep ? this.at : this.at + 1)
    this.moments = [...kept, moment].slice(-mostSteps)
    this.at = this.moments.length - 1
    this.typedAt = isTyped ? time : Number.NEGATIVE_INFINITY
  }

  /** The moment one step back (-1) or forward (1), which is then the present one; null where there is none. */
  go(by: -1 | 1): Moment | null {
    const moment = this.moments[this.at + by]
    if (!moment) return null
    this.at += by
    this.typedAt = Number.NEGATIVE_INFINITY
    return moment
  }
}
