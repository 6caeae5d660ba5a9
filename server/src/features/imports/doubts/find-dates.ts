import type { PlannedColumn } from '../plan/planned.ts'

/** A date is far from the others behind a gap of so many days, or of the length of time the others span. */
const farGap = 730
/** Behind a shorter gap, days on which computers begin to count are far as well. */
const farOrigins = 180
const origins = new Set([
  '1970-01-01',
  '1969-12-31',
  '1900-01-01',
  '1899-12-30',
  '1899-12-31',
  '1904-01-01',
  '2000-01-01',
])
/** Up to this share of the dates can be far from the others; more are a part of the data, unless computers made them. */
const few = 0.05
const fewOrigins = 0.5

/** Dates far from all others: how many, on which days, those next to the others, and the ends of the others. */
interface FarDates {
  before: string | null
  after: string | null
  from: string
  to: string
  days: string[]
  count: number
}

/** The few dates of an event date column that are far from all others; null if there are none. */
export function farDates({ plan, profile }: PlannedColumn): FarDates | null {
  if (plan.type !== 'date') return null
  const counts = new Map<string, number>()
  for (const [text, { count }] of profile.values) {
    const day = plan.form.read(text)?.day ?? (/^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null)
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + count)
  }
  return farOf([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Counted = readonly (readonly [day: string, count: number])[]

function farOf(days: Counted): FarDates | null {
  const total = sum(days)
  const gap = Math.max(farGap, spanOfMost(days.filter(([day]) => !origins.has(day))))
  const clusters: (readonly [string, number])[][] = []
  for (const entry of days) {
    const last = clusters.at(-1)?.at(-1)
    const before = last ? daysBetween(last[0], entry[0]) : Infinity
    const near = last && (origins.has(last[0]) || origins.has(entry[0])) ? Math.min(gap, farOrigins) : gap
    if (before > near) clusters.push([entry])
    else clusters.at(-1)?.push(entry)
  }
  const main = clusters.toSorted((a, b) => sum(b) - sum(a))[0]
  const [first, last] = [main?.[0]?.[0], main?.at(-1)?.[0]]
  if (!main || first === undefined || last === undefined || clusters.length === 1) return null
  const far = days.filter(([day]) => day < first || day > last)
  const real = far.filter(([day]) => !origins.has(day))
  if (sum(real) > few * total || sum(far) > fewOrigins * total) return null
  const farDays = far.map(([day]) => day)
  const before = farDays.findLast((day) => day < first) ?? null
  const after = farDays.find((day) => day > last) ?? null
  return { before, after, from: first, to: last, days: farDays, count: sum(far) }
}

/** Days between the fifth and the ninety-fifth hundredth of the dates. */
function spanOfMost(days: Counted): number {
  const total = sum(days)
  const at = (share: number): string => {
    let passed = 0
    return days.find(([, count]) => (passed += count) > share * total)?.[0] ?? days.at(-1)?.[0] ?? '1970-01-01'
  }
  return daysBetween(at(0.05), at(0.95))
}

function daysBetween(one: string, other: string): number {
  return (Date.parse(other) - Date.parse(one)) / 86_400_000
}

function sum(days: Counted): number {
  return days.reduce((all, [, count]) => all + count, 0)
}
