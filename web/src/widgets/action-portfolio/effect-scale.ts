/** An effect with its interval, in the figure's unit. */
export interface Measured {
  difference: number
  low: number
  high: number
}

/** The ends of a scale. */
export interface Scale {
  from: number
  to: number
}

/** An effect as it is drawn: positions in percent of the scale's width. */
export interface Drawn {
  zero: number
  dot: number
  low: number
  high: number
}

/** Room beside the outermost ends, as a share of what lies between them. */
const margin = 0.06

/** The scale for effects of one item: it holds all of their intervals and zero. Null without any. */
export function scaleOf(effects: readonly Measured[]): Scale | null {
  if (effects.length === 0) return null
  const from = Math.min(0, ...effects.map(({ low }) => low))
  const to = Math.max(0, ...effects.map(({ high }) => high))
  // Effects of exactly zero still need a scale.
  const room = margin * (to - from) || 1
  return { from: from - room, to: to + room }
}

/** Where an effect and its interval stand on a scale. */
export function drawnOn({ from, to }: Scale, { difference, low, high }: Measured): Drawn {
  const at = (value: number): number => (100 * (value - from)) / (to - from)
  return { zero: at(0), dot: at(difference), low: at(low), high: at(high) }
}
