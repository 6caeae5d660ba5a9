import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { globalValuesExample, globalValuesTable as table } from '../entities/data-tables.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames, longTitle, withheldReason } from './example-states/words.ts'

const figures = Array.from({ length: 6 }, (_, at) => 74 + at)

/** The same figures of several surveys. */
export const globalValuesTable = defineWidget({
  type: 'global-values-table',
  title: 'Global values table',
  description:
    "The same indicators of every survey of the organisation that a user may open, a row as each is counted: the whole surveys, over the page's period.",
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    indicators: z.array(variableName).min(1).describe('Indicators the surveys have in common.'),
  }),
  calls: { data: { params: noParams, response: table } },
  example: {
    config: { id: 'gv', size: 12, indicators: ['csi', 'nps'] },
    responses: { data: globalValuesExample },
    states: inStates((state) => {
      const { headers, rows } = globalValuesExample
      return {
        data: {
          empty: { ...globalValuesExample, rows: [] },
          withheld: {
            ...globalValuesExample,
            rows: rows.map((row) => ({
              ...row,
              cells: [''],
              values: [null],
              withheld: [withheldReason],
              details: [null],
            })),
          },
          few: { ...globalValuesExample, rows: rows.slice(0, 1) },
          long: {
            ...globalValuesExample,
            headers: headers.flatMap((header) =>
              figures.map((_, at) => ({ ...header, value: `figure${at}`, text: longTitle })),
            ),
            rows: longNames.map((title, at) => ({
              surveyname: `survey${at}`,
              title,
              cells: figures.map((value) => `12,345.${value} kWh`),
              values: figures,
              withheld: figures.map(() => null),
              details: figures.map(() => rows[0]?.details[0] ?? null),
              isDated: true,
            })),
            period: longTitle,
          },
        }[state],
      }
    }),
  },
})
