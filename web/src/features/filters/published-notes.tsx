import { Button } from '@mantine/core'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { plainValue } from '@gensvar/contract/drill-path'
import classes from './published-notes.module.css'
import { useTexts } from './texts.ts'
import type { PublishedFilters } from './use-published-filters.ts'

const lastPeriod = { month: 'last_1m', quarter: 'last_1q' } as const

/** Why an anonymous survey offers few filters, and what is still to be chosen before they show figures. */
export function PublishedNotes({ vocabulary, filters, needsPeriod }: PublishedFilters) {
  const t = useTexts()
  if (vocabulary === null) return null
  const { period } = vocabulary
  return (
    <div className={classes['notes']}>
      <p className={classes['why']}>{t(`anonymous_${period}`)}</p>
      <div role="status">
        {needsPeriod && (
          <div className={classes['needed']}>
            <p>{t(`periodNeeded_${period}`)}</p>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => filters.set({ name: EVENT_DATE, values: [plainValue(lastPeriod[period])] })}
            >
              {t(`showLast_${period}`)}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
