import type { MemberSets } from './member-sets.ts'
import type { Oracle } from './oracle.ts'
import type { RandomSurvey } from './random-survey.ts'

/** How many background questions a survey declares for its figures, and how many may be asked for together. */
export interface Declared {
  filters: number
  together: 1 | 2
}

/** The two ways a survey may declare its background questions. */
export const fourByTwo: Declared = { filters: 4, together: 2 }

/** Six, one at a time. */
export const sixByOne: Declared = { filters: 6, together: 1 }

/** A survey under attack: what is asked goes to the oracle; who stands behind a figure is known. */
export interface Target {
  survey: RandomSurvey
  sets: MemberSets
  oracle: Oracle
}

/** Puts an oracle before a survey: a guard, or none. */
export type Guard = (survey: RandomSurvey, declared: Declared) => Target

/** What an attack learned of one person: how much more often than blindly an answer is guessed, as a probability. */
export interface PersonGain {
  person: number
  /** Expected of a normal posterior: see `smoothGain`. */
  smooth: number
  /** Expected of the best guess among the answers there are, from the survey's own distribution: see `GainTable`. */
  strict: number
  /** Whether that guess is within one step of the answer, and whether the blind one is. */
  hit: boolean
  blindHit: boolean
}

/** A way to learn answers; reports what it learned of everybody it went for. */
export interface Attack {
  name: string
  declared: Declared
  /** Rated question attacked, by the number of the survey. */
  run(target: Target, question: number): PersonGain[]
}
