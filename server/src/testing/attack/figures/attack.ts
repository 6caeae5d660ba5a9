import type { MemberSets } from './member-sets.ts'
import type { Oracle } from './oracle.ts'
import type { RandomSurvey } from './random-survey.ts'

/** Number of background questions a survey declares for its figures, and how many may be combined. */
export interface Declared {
  filters: number
  together: 1 | 2
}

/** The two ways a survey may declare its background questions. */
export const fourByTwo: Declared = { filters: 4, together: 2 }

/** Six, one at a time. */
export const sixByOne: Declared = { filters: 6, together: 1 }

/** A survey under attack: figures come from the oracle; the people behind a figure are known. */
export interface Target {
  survey: RandomSurvey
  sets: MemberSets
  oracle: Oracle
}

/** Makes the oracle of a survey: with a guard, or without. */
export type Guard = (survey: RandomSurvey, declared: Declared) => Target

/** What an attack learned about one person: how much more likely a right guess is than blindly, as a probability. */
export interface PersonGain {
  person: number
  /** Expected gain with a normal posterior: see `smoothGain`. */
  smooth: number
  /** Expected gain of the best guess, from the survey's own distribution: see `GainTable`. */
  strict: number
  /** Whether that guess is within one step of the answer, and whether the blind one is. */
  hit: boolean
  blindHit: boolean
}

/** A way to learn answers; returns what it learned about each of its targets. */
export interface Attack {
  name: string
  declared: Declared
  /** Rated question attacked, by the number of the survey. */
  run(target: Target, question: number): PersonGain[]
}
