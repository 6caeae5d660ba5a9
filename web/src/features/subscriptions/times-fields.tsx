import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cadences } from '@gensvar/contract/subscriptions'
import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { useFormat } from '#web/lib/format.ts'
import { datesQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import { hourText, monthDays, weekdayName, weekdays } from './times-text.ts'
import classes from './subscriptions.module.css'

interface Props {
  survey: string
  times: SubscriptionTimes
  /** Props of the input of a field. */
  field: (name: keyof SubscriptionTimes) => object
  set: (name: 'weekday' | 'monthDay' | 'hour', value: number) => void
}

/** Fields for when a report comes, and the next dates that result. */
export function TimesFields({ survey, times, field, set }: Props) {
  const t = useTexts()
  const { locale } = useFormat()
  const { cadence } = times
  const number = (name: 'weekday' | 'monthDay' | 'hour') => ({
    ...field(name),
    value: String(times[name]),
    onChange: (event: { currentTarget: { value: string } }) => set(name, Number(event.currentTarget.value)),
  })
  return (
    <>
      <div className={classes['times']}>
        <NativeSelect
          label={t('cadence')}
          data={cadences.map((value) => ({ value, label: t(`cadence_${value}`) }))}
          {...field('cadence')}
        />
        {cadence === 'weekly' && (
          <NativeSelect
            label={t('weekday')}
            data={weekdays.map((value) => ({ value: String(value), label: weekdayName(value, locale) }))}
            {...number('weekday')}
          />
        )}
        {cadence === 'monthly' && (
          <NativeSelect
            label={t('monthDay')}
            data={monthDays.map((value) => ({
              value: String(value),
              label: value === 0 ? t('lastDay') : String(value),
            }))}
            {...number('monthDay')}
          />
        )}
        <NativeSelect
          label={t('hour')}
          data={Array.from({ length: 24 }, (_, value) => ({ value: String(value), label: hourText(value, locale) }))}
          {...number('hour')}
        />
      </div>
      <NextDates survey={survey} times={times} />
    </>
  )
}

/** When the report comes next, in the reader's time zone. */
function NextDates({ survey, times }: { survey: string; times: SubscriptionTimes }) {
  const t = useTexts()
  const format = useFormat()
  const { data } = useQuery({ ...datesQuery(survey, times), placeholderData: keepPreviousData })
  return (
    <div className={classes['dates']} aria-live="polite">
      <p className={classes['heading']}>{t('nextDates')}</p>
      {data !== undefined && (
        <>
          <ul>
            {data.dates.map((date) => (
              <li key={date}>
                <time dateTime={date}>{format.moment(date, data.timeZone)}</time>
              </li>
            ))}
          </ul>
          <p className={classes['note']}>{t('inZone', { zone: data.timeZone.replaceAll('_', ' ') })}</p>
        </>
      )}
    </div>
  )
}
