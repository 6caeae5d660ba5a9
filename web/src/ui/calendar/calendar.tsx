import { Suspense } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '../states/loading.tsx'
import type { CalendarProps } from './calendar-view.tsx'

/** Height of the calendar, in pixels. */
const height = 290

const DateCalendar = onDemand(async () => (await import('./calendar-view.tsx')).CalendarView<'default'>)
const RangeCalendar = onDemand(async () => (await import('./calendar-view.tsx')).CalendarView<'range'>)

/** A calendar in the language shown, to choose a date (ISO). */
export function Calendar(props: Omit<CalendarProps<'default'>, 'type'>) {
  return (
    <Suspense fallback={<Loading height={height} />}>
      <DateCalendar {...props} />
    </Suspense>
  )
}

/** A calendar to choose the first and the last date of a range; one date makes a range of that day. */
export function CalendarOfRange(props: Omit<CalendarProps<'range'>, 'type'>) {
  return (
    <Suspense fallback={<Loading height={height} />}>
      <RangeCalendar type="range" allowSingleDateInRange {...props} />
    </Suspense>
  )
}
