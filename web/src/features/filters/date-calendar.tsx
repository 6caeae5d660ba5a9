import { Calendar } from '#web/ui/form/calendar.tsx'

interface Props {
  start: string | null
  end: string | null
  onChange: (start: string | null, end: string | null) => void
}

/** A calendar to choose the first and the last date of a range. */
export function DateCalendar({ start, end, onChange }: Props) {
  return (
    <Calendar
      type="range"
      allowSingleDateInRange
      defaultDate={start ?? undefined}
      value={[start, end]}
      onChange={([from, to]) => onChange(from, to)}
    />
  )
}
