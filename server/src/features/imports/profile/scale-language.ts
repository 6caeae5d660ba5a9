/** Kinds of ordered answers in words. */
export type WordFamily =
  | 'satisfaction'
  | 'quality'
  | 'agreement'
  | 'likelihood'
  | 'ease'
  | 'importance'
  | 'frequency'
  | 'change'
  | 'yes-no'
  | 'ends'

/** "Not at all": as far down as the scale's other end is up. */
export const notAtAll = -9

/**
 * A number of what a word means, so that words can be ordered: above 0 good, 0 in the middle, below 0 bad. Only the order
 * and the sign count, and that opposites have opposite numbers.
 */
export type Degrees = Record<number, string>

/** The words of one language; alternatives are separated by `|`, in lower case without punctuation. */
export interface Language {
  /** Words that stand before or after an adjective. */
  strength: Degrees
  /** How "neither A nor B" is said, and middles that suit every family. */
  neither: readonly [neither: string, ...nor: string[]]
  middle: string
  /** Adjectives and their opposites. */
  pairs: Partial<Record<WordFamily, readonly [good: string, bad: string]>>
  /** Answers that are not an adjective with its strength. */
  phrases: Partial<Record<WordFamily, Degrees>>
}
