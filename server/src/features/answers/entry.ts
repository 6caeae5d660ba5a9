import type { EnteredAnswers } from '@gensvar/contract/questionnaire-flow'

/** What was entered so far, and where. */
export interface Entry {
  entered: EnteredAnswers
  /** The page, from 0. */
  page: number
  consent: boolean
}

/** Where everybody begins. */
export const firstEntry: Entry = { entered: new Map(), page: 0, consent: false }
