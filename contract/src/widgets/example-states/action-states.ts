import {
  actionEffectExample,
  actionManagerExample,
  closedActionExample,
  openActionExample,
  suggestedActionExample,
} from '../../entities/actions.ts'
import type { Action, ActionManagerData } from '../../entities/actions.ts'
import type { InStates } from './in-states.ts'
import { longTitle } from './words.ts'

const withheld: Action = {
  ...openActionExample,
  endValueText: '',
  formattedBaseline: null,
  baselineValue: null,
  varData: { ...openActionExample.varData, value: null },
  notice: { en: 'Too few answers to show a figure.' },
}

const long: Action = {
  ...openActionExample,
  variableText: longTitle,
  place: 'Storbritannien och Nordirland › Nordöstra England › Newcastle upon Tyne, Northumberland Street 104-112',
  responsibleName: 'Maria-Charlotta Wallenstråle af Wetterstedt',
  goalText: '1,204,500.5 min',
  endValueText: '1,104,204.2 min',
  formattedBaseline: '1,004,104.8 min',
}

/** Lists of actions in each state. */
export const actionStates: InStates<ActionManagerData> = {
  empty: { ...actionManagerExample, openActions: [], closedActions: [], suggestedActions: [] },
  withheld: {
    ...actionManagerExample,
    openActions: [withheld],
    closedActions: [],
    suggestedActions: [],
    noSuggestions: { en: 'This survey is anonymous: nothing is suggested.' },
  },
  few: {
    ...actionManagerExample,
    closedActions: [
      {
        ...closedActionExample,
        state: 2,
        effect: {
          ...actionEffectExample,
          verdict: 'few',
          difference: null,
          low: null,
          high: null,
          formattedDifference: null,
          formattedInterval: null,
          nAfter: 4,
          text: { en: 'Too few answers to say whether it helped' },
        },
      },
    ],
  },
  long: {
    ...actionManagerExample,
    openActions: [1, 2, 3, 4].map((id) => ({ ...long, id })),
    closedActions: [{ ...long, id: 5, state: 2, canEdit: false, effect: actionEffectExample }],
    suggestedActions: [{ ...suggestedActionExample, variableText: longTitle }],
  },
}
