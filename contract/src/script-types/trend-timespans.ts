import { z } from 'zod'
import { givenDay, periodAnswer, periodQuestion } from './given-question.ts'
import { defineScriptType } from './script-type.ts'

const trend = {
  input: periodQuestion.extend({
    period: z
      .object({ from: givenDay.nullable(), to: givenDay.nullable() })
      .describe('The days of the figures, both included; null is open.'),
  }),
  output: z
    .union([
      periodAnswer,
      z
        .object({ from: givenDay, to: givenDay })
        .strict()
        .refine(({ from, to }) => from <= to, 'the first day comes first')
        .describe('Days, both included.'),
    ])
    .nullable()
    .describe('The period to compare with; null for the one of equal length right before.'),
  example: `/** Compares with the same days of the year before, because sales follow the seasons. */
function main({ period }) {
  if (!period.from || !period.to) return null
  const earlier = (day) => {
    const date = new Date(day)
    date.setUTCFullYear(date.getUTCFullYear() - 1)
    return date.toISOString().slice(0, 10)
  }
  return { from: earlier(period.from), to: earlier(period.to) }
}
`,
}

/** Says what the trends of indicators compare with. */
export const rankingTrendTimespan = defineScriptType({
  type: 'GET_RANKING_TREND_TIMESPAN',
  summary: 'Says which period the trends of indicators compare with.',
  when: 'For figures whose difference is a trend: tiles, tables of results and reports.',
  ...trend,
})

/** Says what the trends of drivers compare with. */
export const driversTrendTimespan = defineScriptType({
  type: 'GET_DRIVERS_TREND_TIMESPAN',
  summary: 'Says which period the trends of drivers compare with.',
  when: 'For the business drivers of the results block.',
  ...trend,
})
