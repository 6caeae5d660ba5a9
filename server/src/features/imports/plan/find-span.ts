import { ofType } from './planned.ts'
import type { PlannedColumn } from './planned.ts'

/** The first and the last day (ISO) that a file's answers are of. */
export interface DateSpan {
  first: string
  last: string
}

/** Share of the answers at either end whose dates do not count: a few wrong ones would make any span long. */
const strays = 0.02

/** The days the answers of a file are of, without a few stray ones; null if it has no event date. */
export function findSpan(columns: readonly PlannedColumn[], eventDate: string | null): DateSpan | null {
  const column = ofType(columns, 'date').find(({ variable }) => variable === eventDate)
  if (!column) return null
  const days = dayCounts(column)
  const count = days.reduce((sum, day) => sum + day.count, 0)
  const dayAt = (rank: number): string | undefined => {
    let seen = 0
    return days.find((day) => (seen += day.count) > rank)?.day
  }
  const skipped = Math.floor(strays * count)
  const [first, last] = [dayAt(skipped), dayAt(count - 1 - skipped)]
  return first === undefined || last === undefined ? null : { first, last }
}

/** Days with their number of answers, in order. Of a column with very many different values, those that are remembered. */
function dayCounts({ plan, profile }: ReturnType<typeof ofType<'date'>>[number]): { day: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const [text, { count }] of profile.values) {
    // Cells a spreadsheet holds as dates are profiled under their ISO text.
    const day = plan.form.read(text)?.day ?? (/^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null)
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + count)
  }
  return [...counts].map(([day, count]) => ({ day, count })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
