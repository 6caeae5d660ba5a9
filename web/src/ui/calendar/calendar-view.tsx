import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/da'
import 'dayjs/locale/fi'
import 'dayjs/locale/nb'
import 'dayjs/locale/sv'
import { DatePicker } from '@mantine/dates'
import type { DatePickerProps } from '@mantine/dates'
import { languageTags } from '@gensvar/contract/local-text'
import type en from '#web/locales/en/form.json'
import { useFormat } from '#web/lib/format.ts'
import { defineTexts } from '#web/lib/texts.ts'
import classes from './calendar.module.css'

const useTexts = defineTexts<typeof en>('form')

/** What a calendar is asked for. */
export type CalendarProps<Type extends 'default' | 'range'> = Pick<
  DatePickerProps<Type>,
  'type' | 'value' | 'onChange' | 'defaultDate' | 'minDate' | 'allowSingleDateInRange'
>

/** The calendar's own code, fetched when one is opened. */
export function CalendarView<Type extends 'default' | 'range'>(props: CalendarProps<Type>) {
  const t = useTexts()
  const { locale } = useFormat()
  return (
    <DatePicker
      size="sm"
      // The date library names a language by the first part of its tag.
      locale={languageTags[locale].slice(0, 2)}
      firstDayOfWeek={1}
      highlightToday
      ariaLabels={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        previousYear: t('previousYear'),
        nextYear: t('nextYear'),
        previousDecade: t('previousDecade'),
        nextDecade: t('nextDecade'),
      }}
      classNames={{ day: classes['day'], weekday: classes['weekday'] }}
      {...props}
    />
  )
}
