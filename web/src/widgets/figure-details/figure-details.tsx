import { Suspense, use } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { ChangeChance } from '@gensvar/contract/entities/indicator'
import type { FigureDetails as Details } from '@gensvar/contract/entities/summary-results'
import type { CountedAt } from '#web/lib/cases-path.ts'
import { useFilterTitle } from '#web/lib/filter-titles.ts'
import { useFormat } from '#web/lib/format.ts'
import { ShownFiltersContext } from '#web/lib/shown-filters.ts'
import { usePlace } from '#web/lib/place.ts'
import { roundedPrefix, useAbout } from '#web/lib/vocabulary.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { useChanceWords } from '#web/widgets/chance-sign.tsx'
import { useTexts } from '#web/widgets/texts.ts'
import { useCasesAddress } from '#web/widgets/variable-block/counted-cases.ts'
import { useTexts as useTileTexts } from '#web/widgets/variable-block/texts.ts'
import classes from './figure-details.module.css'

/** A figure with what it is. */
export interface ShownFigure {
  /** What the figure is of. */
  title: string
  details: Details
  decimals: number
  n: number | null
  /** How many of these are listed, where that is a part of them. */
  counted?: number
  /** The days of the figure, in words; empty where answers have none. */
  period: string
  chance?: ChangeChance | null
  /** Whether the number of answers is rounded, where it is not as those of the page. */
  isRounded?: boolean
  /** The place and days of what it counts, where they are not those of the page. */
  at?: CountedAt | undefined
}

/** What a figure is: its definition, days, filters, interval and answers, with a way to these. */
export function FigureDetails({
  details,
  decimals,
  n,
  counted,
  period,
  chance = null,
  isRounded,
  at,
}: Omit<ShownFigure, 'title'>) {
  const t = useTexts()
  const tiles = useTileTexts()
  const text = useLocalText()
  const format = useFormat()
  const aboutHere = useAbout()
  const about = isRounded === undefined ? aboutHere : isRounded ? roundedPrefix : ''
  const change = useChanceWords(chance, decimals)
  const filters = useFilterNames()
  const cases = useCasesAddress()(details, at)
  const { definition, low, high } = details
  const ends = low !== null &&
    high !== null && { low: format.number(low, decimals), high: format.number(high, decimals) }
  return (
    <>
      {definition !== null && <p>{text(definition)}</p>}
      {period !== '' && <p>{period}</p>}
      {filters !== '' && at?.survey === undefined && <Filters names={filters} />}
      {ends && <p>{tiles('interval', ends)}</p>}
      {change !== null && <p>{change}</p>}
      {n !== null && <p>{`${about}${t('answers', { count: n })}`}</p>}
      {cases !== null && (
        <AppLink href={cases} className={classes['cases']}>
          {counted === undefined ? t('openAnswers') : t('openCounted', { count: counted })}
        </AppLink>
      )}
      {details.cases === 'closed' && <p>{tiles('casesClosed')}</p>}
    </>
  )
}

/** The page's filters with their values, or their names alone where these are not known. */
function Filters({ names }: { names: string }) {
  const t = useTexts()
  const shown = use(ShownFiltersContext)
  const named = t('withFilters', { filters: names })
  if (shown === null) return <p>{named}</p>
  return (
    <Suspense fallback={<p>{named}</p>}>
      <p>
        {t('filteredBy')} {shown}
      </p>
    </Suspense>
  )
}

/** The names of the page's filters but for that of the period, which is told in its days. */
function useFilterNames(): string {
  const titleOf = useFilterTitle()
  const names = usePlace().filters.flatMap(({ name }) => (name === EVENT_DATE ? [] : [titleOf(name) || name]))
  return [...new Set(names)].join(', ')
}
