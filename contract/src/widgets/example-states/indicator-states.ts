import { indicatorExample } from '../../entities/indicator.ts'
import type { IndicatorVariable } from '../../entities/indicator.ts'
import type { InStates } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

const noValue = {
  formattedValue: null,
  value: null,
  diffArrow: 0,
  formattedDiff: null,
  formattedBase: null,
  chance: null,
  against: null,
  low: null,
  high: null,
  goalStatus: null,
} satisfies Partial<IndicatorVariable>

/** An indicator in each state. */
export const indicatorStates: InStates<IndicatorVariable> = {
  empty: { ...indicatorExample, ...noValue, nInterviews: 0, interviewsTooltip: { en: '0 interviews' } },
  withheld: {
    ...indicatorExample,
    ...noValue,
    nInterviews: null,
    interviewsTooltip: null,
    suppressed: true,
    withheld: withheldReason,
  },
  few: {
    ...indicatorExample,
    nInterviews: fewResponses,
    interviewsTooltip: { en: `${fewResponses} interviews` },
    diffArrow: 0,
    formattedDiff: null,
    formattedBase: null,
    chance: null,
    low: 58.1,
    high: 90.3,
    weight: 'few',
    few: {
      short: { en: 'Few answers' },
      long: { en: 'Fewer than 30 answers: read the value with care. No change of it is told.' },
    },
  },
  long: {
    ...indicatorExample,
    nodeName: longNames[0],
    title: longTitle,
    formattedValue: '12,345.6 kWh',
    formattedGoal: '12,400.0 kWh',
    formattedDiff: '+1,234.5 kWh',
    formattedBase: '11,111.1 kWh',
    chance: { low: -65.4, high: 2534.4, isMore: false },
    against: { kind: 'place', name: longNames[1] },
    weight: 'near',
    nInterviews: 1_234_567,
    interviewsTooltip: { en: '1,234,567 interviews' },
    helpText: longTitle,
    definition: longTitle,
    extraVariables: longNames.map((title, at) => ({ ...indicatorExample, name: `extra${at}`, title })),
  },
}
