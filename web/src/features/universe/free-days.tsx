import { Button } from '@mantine/core'
import { isIsoDate } from '@gensvar/contract/dates'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { Chip } from '#web/ui/chip.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { useTexts } from './texts.ts'
import classes from './universe.module.css'

interface Props {
  /** ISO dates. */
  days: readonly string[]
  error: ReactNode
  onChange: (days: string[]) => void
}

/** Further days that are free, added one at a time. */
export function FreeDays({ days, error, onChange }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [day, setDay] = useState<string | null>(null)
  const isNew = day !== null && isIsoDate(day) && !days.includes(day)
  function add(): void {
    if (!isNew) return
    onChange([...days, day].toSorted())
    setDay(null)
  }
  return (
    <div className={classes['freeDays']} data-path="calendar.holidays">
      <div className={classes['freeDay']}>
        <DateField label={t('freeDays')} value={day} onChange={setDay} />
        <Button variant="default" disabled={!isNew} onClick={add}>
          {t('addDay')}
        </Button>
      </div>
      {error}
      {days.length > 0 && (
        <div className={classes['chips']}>
          {days.map((one) => (
            <Chip key={one} label={format.date(one)} onRemove={() => onChange(days.filter((other) => other !== one))}>
              {format.date(one)}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}
