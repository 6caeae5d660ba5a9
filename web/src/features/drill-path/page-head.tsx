import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { FilterChips, PeriodChip, useHasPeriod } from '#web/features/filters/service.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useFollowsFilters, useShownPage } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { DrillPathBar } from './drill-path-bar.tsx'
import classes from './page-head.module.css'
import { SearchBox } from './search-box.tsx'
import { useTexts } from './texts.ts'

interface Props {
  /** The page's own period (`last_3m`), which applies while none is chosen; null for all time. */
  interval?: string | null
  /** Buttons at the end of the line, such as the download menu. */
  actions?: ReactNode
  /** Content before the filter chips, such as a count. */
  note?: ReactNode
  /** Leaves the search box out. */
  hideSearch?: boolean
}

/** What a printed page is of, and when it was printed; the place and the period follow it. */
function PrintedHead() {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { survey } = useSurveyStart()
  const page = useShownPage()
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    // The browser prints as soon as the listeners return, so the update must be synchronous.
    const renew = () => flushSync(() => setNow(new Date().toISOString()))
    window.addEventListener('beforeprint', renew)
    return () => window.removeEventListener('beforeprint', renew)
  }, [])
  return (
    <div className={classes['printed']} data-printed="">
      <strong>{[text(survey.title), text(page?.title)].filter(Boolean).join(' · ')}</strong>
      <span>{t('printed', { moment: format.moment(now) })}</span>
    </div>
  )
}

/** The head of a page: drill path with the period, search, the page's buttons and the active filters. */
export function PageHead({ interval = null, actions, note, hideSearch = false }: Props) {
  const isFollowed = useFollowsFilters()
  const hasPeriod = useHasPeriod()
  // In a survey without units there is one place, which is neither named nor searched for.
  const hasPlaces = useSurveyStart().survey.views.length > 0
  return (
    <>
      <PrintedHead />
      {(hasPlaces || hasPeriod) && (
        <div className={classes['path']}>
          <DrillPathBar>{hasPeriod && <PeriodChip interval={interval} />}</DrillPathBar>
        </div>
      )}
      <div className={classes['line']}>
        {!hideSearch && hasPlaces && <SearchBox />}
        <div className={classes['chips']}>{isFollowed ? <FilterChips>{note}</FilterChips> : note}</div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
    </>
  )
}
