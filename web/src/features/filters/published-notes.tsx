import { Button } from '@mantine/core'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { toDayNumber } from '@gensvar/contract/dates'
import { plainValue } from '@gensvar/contract/drill-path'
import { periodIndex, periodName } from '@gensvar/contract/periods'
import classes from './published-notes.module.css'
import { useTexts } from './texts.ts'
import type { PublishedFilters } from './use-published-filters.ts'

/** Says why an anonymous survey offers few filters, and what must still be chosen to see figures. */
export function PublishedNotes({ vocabulary, filters, needsPeriod }: PublishedFilters) {
  const t = useTexts()
  if (vocabulary === null) return null
  const { period, closedTo } = vocabulary
  const lastClosed = periodName(period, periodIndex(period, toDayNumber(closedTo)) - 1)
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
              onClick={() => filters.set({ name: EVENT_DATE, values: [plainValue(lastClosed)] })}
            >
              {t(`showLast_${period}`)}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
