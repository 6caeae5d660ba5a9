import { useQuery } from '@tanstack/react-query'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parentPath } from '@gensvar/contract/path-steps'
import { useFilterTitle } from '#web/lib/filter-titles.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useAskedPage } from '#web/lib/shown-page.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { usePageState } from './page-state.ts'
import { useTexts } from './texts.ts'

/** Titles of the filters of the path, each once; the name if there is no title. */
function useFilterTitles(): string[] {
  const t = useTexts()
  const titleOf = useFilterTitle()
  const { filters } = usePlace()
  return [...new Set(filters.map(({ name }) => (name === EVENT_DATE ? t('period') : titleOf(name) || name)))]
}

interface Props {
  compact?: boolean
  /** What there is none of, here and at a place of this name; answers by default. */
  words?: { none: string; noneAt: (place: string) => string }
}

/** No answers: says at which place, with which filters and in which period, and offers to widen them. */
export function NoData({ compact, words }: Props) {
  const t = useTexts()
  const place = usePlace()
  const change = useChangePath()
  const { interval } = usePageState()
  const { data } = useQuery(segmentsQuery(place.survey, place.drillPath, useAskedPage()))
  const titles = useFilterTitles()
  const where = data?.segments.at(-1)?.text ?? place.place.at(-1)?.values[0]?.text ?? ''
  const isDated = place.filters.some((filter) => filter.name === EVENT_DATE)
  const widen = (to: Parameters<typeof change>[0]) => void change(to).catch(notifyError)
  const action =
    place.filters.length > 0
      ? { text: t('clearFilters'), run: () => widen({ ...place, filters: [] }) }
      : place.place.length > 0
        ? { text: t('goUp'), run: () => widen(parentPath(place)) }
        : undefined
  const none = words ?? { none: t('noAnswers'), noneAt: (place: string) => t('noAnswersAt', { place }) }
  const title = where === '' ? none.none : none.noneAt(where)
  return (
    <Empty title={title} action={action} compact={compact}>
      {titles.length > 0 && t('withFilters', { filters: titles.join(', ') })}
      {titles.length > 0 && interval !== null && !isDated && ' '}
      {interval !== null && !isDated && t('pagePeriod')}
    </Empty>
  )
}
