import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { isIsoDate } from '@gensvar/contract/dates'
import { DateField } from '#web/ui/form/date-field.tsx'
import classes from './campaign.module.css'
import { useTexts } from './texts.ts'

/** A start as it is typed: a day and a time of day in the reader's time zone. */
export interface TypedStart {
  date: string | null
  time: string
}

const two = (number: number): string => String(number).padStart(2, '0')

/** A moment as day and time of day in the reader's time zone. */
export function typedStart(moment: string | null): TypedStart {
  if (moment === null) return { date: null, time: '' }
  const at = new Date(moment)
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** The moment that is typed; null while day or time is missing or wrong. */
export function momentOf({ date, time }: TypedStart): string | null {
  if (date === null || !isIsoDate(date) || !/^\d\d:\d\d$/.test(time)) return null
  return new Date(`${date}T${time}`).toISOString()
}

interface Props {
  moment: string | null
  /** Told the moment, null where it is not whole, and whether something is typed that is no moment. */
  onChange: (moment: string | null, isPartial: boolean) => void
  disabled?: boolean
  required?: boolean
  error?: ReactNode
}

/** Day and time of the start of a campaign. */
export function StartTimeFields({ moment, onChange, disabled = false, required = false, error }: Props) {
  const t = useTexts()
  const [typed, setTyped] = useState(() => typedStart(moment))
  // The moment was changed from outside, such as back to what is stored.
  const [known, setKnown] = useState(moment)
  if (moment !== known) {
    setKnown(moment)
    if (moment !== null || momentOf(typed) !== null) setTyped(typedStart(moment))
  }
  function change(next: TypedStart): void {
    setTyped(next)
    const made = momentOf(next)
    setKnown(made)
    onChange(made, made === null && (next.date !== null || next.time !== ''))
  }
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div data-path="scheduledStartDateTime">
      <div className={classes['pair']}>
        <DateField
          label={t('startDate')}
          value={typed.date}
          disabled={disabled}
          required={required}
          error={error}
          onChange={(date) => change({ ...typed, date })}
        />
        <TextInput
          type="time"
          label={t('startTime')}
          value={typed.time}
          disabled={disabled}
          required={required}
          onChange={(event) => change({ ...typed, time: event.currentTarget.value })}
        />
      </div>
      <p className={classes['help']}>{t('inZone', { zone })}</p>
    </div>
  )
}
