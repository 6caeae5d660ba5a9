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

type Chosen = 'type' | 'value' | 'onChange' | 'defaultDate' | 'minDate' | 'allowSingleDateInRange'

/** A calendar in the language shown, to choose a date (ISO) or, with `type="range"`, the first and the last of a range. */
export function Calendar<Type extends 'default' | 'range' = 'default'>(props: Pick<DatePickerProps<Type>, Chosen>) {
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
