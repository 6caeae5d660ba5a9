/** What a bar means: the figure itself or what it is compared with; a change for the better, the worse, or neither. */
export type BarTone = 'own' | 'base' | 'better' | 'worse' | 'neutral'

/** A bar: where it begins and ends, in percent of its row's width. */
export interface Bar {
  from: number
  to: number
  /** Ends of its interval; null where none is known. */
  interval: { low: number; high: number } | null
  tone: BarTone
  /** Drawn as an outline: of few answers, or a change that may be chance. */
  isHollow: boolean
}

/** One thing with its bars. */
export interface BarRow {
  name: string
  /** What its bars say, in words. */
  words: string
  /** Where zero stands, in percent of the width; null where bars begin at the edge. */
  zero: number | null
  bars: readonly Bar[]
}

/** Bars with all their texts, ready to be drawn, shown as a table or saved. */
export interface BarView {
  title: string
  /** What the bars say, in one sentence. */
  answer: string
  rows: readonly BarRow[]
  /** What tones mean; empty where the words beside the bars say it. */
  legend: readonly { tone: BarTone; name: string }[]
  notes: readonly string[]
}

/** Ends of a scale, in the unit of what is drawn on it. */
export interface Scale {
  from: number
  to: number
}

/** A place on a scale, in percent; values beyond its ends stand at them. */
export function placeOn({ from, to }: Scale, value: number): number {
  if (to <= from) return 0
  return Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)))
}
