import type { z } from 'zod'
import type { groupedColumns } from '../../entities/grouped-columns.ts'
import type { InStates } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

type Grouped = z.output<typeof groupedColumns>

/** Groups with their values of two indicators; null where a value is missing. */
function columnsOf(names: readonly string[], values: readonly (number | null)[], n: number, title: string): Grouped {
  const isHidden = values.every((value) => value === null)
  return {
    by: { en: 'Store' },
    groups: names.map((name) => ({ name, title: name, path: `store=${name}` })),
    total: names.length,
    charts: [
      {
        categories: [...names],
        series: [title, `${title} 2`].map((name) => ({
          name,
          data: [...values],
          n: values.map((value) => (value === null ? null : n)),
          lowBase: 30,
        })),
        descriptors: [title, `${title} 2`].map((name) => ({ title: name, variable: name, color: null })),
        range: { from: 0, to: 100 },
        unit: null,
        decimals: 0,
      },
    ],
    summary: isHidden
      ? null
      : {
          name: title,
          highest: { group: names[0] ?? '', value: '80' },
          lowest: { group: names.at(-1) ?? '', value: '60' },
        },
    withheld: null,
  }
}

const stores = ['Storgatan', 'Torget', 'Havnegata']
const many = Array.from({ length: 40 }, (_, at) => `${longNames[at % longNames.length]} ${at + 1}`)

/** Columns in each state. */
export const groupedStates: InStates<Grouped> = {
  empty: columnsOf([], [], 0, 'Satisfaction'),
  withheld: { ...columnsOf(stores, [null, null, null], 0, 'Satisfaction'), withheld: withheldReason },
  few: columnsOf(stores, [80, null, 60], fewResponses, 'Satisfaction'),
  long: columnsOf(
    many,
    many.map((_, at) => 80 - at / 2),
    1204,
    longTitle,
  ),
}
