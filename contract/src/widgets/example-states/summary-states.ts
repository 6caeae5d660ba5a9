import { summaryResultsExample } from '../../entities/summary-results.ts'
import type { SummaryGroup, SummaryResults, SummaryRow } from '../../entities/summary-results.ts'
import type { InStates } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

/** The example with every row changed, the groups' own and those in them. */
function withRows(change: (row: SummaryRow, at: number) => Partial<SummaryRow>): SummaryResults {
  const rows = (all: SummaryRow[]) => all.map((row, at) => ({ ...row, ...change(row, at) }))
  const groups = (all: SummaryGroup[]) =>
    all.map((group, at) => ({
      ...group,
      ...change(group, at),
      questionAnswers: rows(group.questionAnswers),
      numericQuestionAnswers: rows(group.numericQuestionAnswers),
    }))
  return {
    ...summaryResultsExample,
    driverGroups: groups(summaryResultsExample.driverGroups),
    resultGroups: groups(summaryResultsExample.resultGroups),
  }
}

const noValue = {
  value: null,
  valueTrend: null,
  diff: null,
  chance: null,
  goalStatus: null,
  details: null,
} satisfies Partial<SummaryRow>

const long = withRows((_, at) => ({ title: at === 0 ? longTitle : longNames[0], decimals: 2 }))

/** Results in each state. */
export const summaryStates: InStates<SummaryResults> = {
  empty: { ...summaryResultsExample, driverGroups: [], loyaltySatisfactionGroups: [], resultGroups: [] },
  withheld: withRows(() => ({ ...noValue, n: null, suppressed: true, withheld: withheldReason })),
  few: withRows((_, at) => ({ n: fewResponses, weight: at === 0 ? 'few' : 'near' })),
  long: {
    ...long,
    resultGroups: longNames.flatMap((title, at) =>
      long.resultGroups.map((group) => ({ ...group, extName: `group${at}`, title })),
    ),
  },
}
