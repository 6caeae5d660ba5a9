import type { z } from 'zod'
import type { choiceShares } from '../../entities/choice-shares.ts'
import { chartStates } from './chart-states.ts'
import type { AnswerState, InStates } from './in-states.ts'
import { longTitle } from './words.ts'

/** A chart in a state, of a question whose choices are its series. */
function ofQuestion(state: AnswerState): z.output<typeof choiceShares> {
  const chart = chartStates[state]
  const drawn = chart.descriptors.map(({ variable }) => variable)
  return {
    ...chart,
    interviews: undefined,
    goal: null,
    question: state === 'long' ? longTitle : { en: 'How was it?' },
    drawn,
    leading: drawn[0] ?? null,
    isMultiple: state === 'long',
  }
}

/** The shares of choices in each state. */
export const choiceStates: InStates<z.output<typeof choiceShares>> = {
  empty: ofQuestion('empty'),
  withheld: ofQuestion('withheld'),
  few: ofQuestion('few'),
  long: ofQuestion('long'),
}
