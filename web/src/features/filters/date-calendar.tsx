import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/da'
import 'dayjs/locale/fi'
import 'dayjs/locale/nb'
import 'dayjs/locale/sv'
import { DatePicker } from '@mantine/dates'
import { languageTags } from '@gensvar/contract/local-text'
import { useFormat } from '#web/lib/format.ts'
import classes from './date-calendar.module.css'
import { useTexts } from './texts.ts'

interface Props {
  start: string | null
  end: string | null
  onChange: (start: string | null, end: string | null) => void
}

/** A calendar to choose the first and the last date of a range. */
export function DateCalendar({ start, end, onChange }: Props) {
  const t = useTexts()
  const { locale } = useFormat()
  return (
    <DatePicker
      type="range"
      size="sm"
      allowSingleDateInRange
      // The date library names a language by the first part of its tag.
      locale={languageTags[locale].slice(0, 2)}
      firstDayOfWeek={1}
      highlightToday
      defaultDate={start ?? undefined}
      value={[start, end]}
      onChange={([from, to]) => onChange(from, to)}
      ariaLabels={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        previousYear: t('previousYear'),
        nextYear: t('nextYear'),
        previousDecade: t('previousDecade'),
        nextDecade: t('nextDecade'),
      }}
      classNames={{ day: classes['day'], weekday: classes['weekday'] }}
    />
  )
}
