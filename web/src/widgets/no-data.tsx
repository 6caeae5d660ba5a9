import { useQuery } from '@tanstack/react-query'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parentPath } from '@gensvar/contract/path-steps'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { usePageState } from './page-state.ts'
import { useTexts } from './texts.ts'

/** Titles of the filters of the path, each once; the name if there is no title. */
function useFilterTitles(): string[] {
  const t = useTexts()
  const text = useLocalText()
  const { filters } = usePlace()
  const { survey } = useSurveyStart()
  const known = [survey.standardFilterSet, survey.timeFilterSet].flatMap((set) =>
    set.filterGroups.flatMap((group) => group.filters),
  )
  const levels = survey.views.flatMap((view) => view.levels)
  const titles = filters.map(({ name }) => {
    if (name === EVENT_DATE) return t('period')
    const filter = known.find((one) => one.extName === name)
    const level = levels.find((one) => one.variable === name)
    return text(filter?.title ?? level?.title) || name
  })
  return [...new Set(titles)]
}

/** No answers: says at which place, with which filters and in which period, and offers to widen them. */
export function NoData({ compact }: { compact?: boolean }) {
  const t = useTexts()
  const place = usePlace()
  const change = useChangePath()
  const { interval } = usePageState()
  const page = useShownPage()?.extname
  const { data } = useQuery(segmentsQuery(place.survey, place.drillPath, page))
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
  return (
    <Empty title={where === '' ? t('noAnswers') : t('noAnswersAt', { place: where })} action={action} compact={compact}>
      {titles.length > 0 && t('withFilters', { filters: titles.join(', ') })}
      {titles.length > 0 && interval !== null && !isDated && ' '}
      {interval !== null && !isDated && t('pagePeriod')}
    </Empty>
  )
}
