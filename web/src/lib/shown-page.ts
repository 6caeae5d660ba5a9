import { useMatches, useParams } from '@tanstack/react-router'
import { namesOnly } from '@gensvar/contract/names-only'
import { useSurveyStartIfAny } from './survey-start.ts'
import type { SurveyStart } from './survey-start.ts'

type SurveyPage = SurveyStart['survey']['pages'][number]

const kinds = namesOnly<Partial<Record<string, SurveyPage['kind']>>>({
  ranking: 'rankings',
  alertlist: 'alerts',
  samplelist: 'samples',
})

/** The survey's page a screen shows, or undefined on screens that are not a page. */
export function useShownPage(): SurveyPage | undefined {
  const { data: start } = useSurveyStartIfAny()
  const { pageId } = useParams({ strict: false })
  const screen = useMatches({ select: (matches) => matches.at(-1)?.pathname.split('/')[1] ?? '' })
  const pages = start?.survey.pages ?? []
  if (pageId !== undefined) return pages.find((page) => page.extname === pageId)
  const kind = kinds[screen]
  return kind === undefined ? undefined : pages.find((page) => page.kind === kind)
}
