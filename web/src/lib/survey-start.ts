import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getSurveyStart } from '@gensvar/contract/surveys'
import type { Page } from '@gensvar/contract/entities/survey'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { useSession } from './session-store.ts'

/** How often a failed start call is retried, in milliseconds. */
const retryEvery = 60_000

/** What the shell and the screens know of the survey shown: pages, views, filters, rights. */
export type SurveyStart = Answer<typeof getSurveyStart>

/** Query of a survey's start data: fetched once, and again when the status has another version. */
export function surveyStartQuery(survey: string) {
  return queryOptions({
    queryKey: ['survey-start', survey],
    queryFn: ({ signal }) => call(getSurveyStart, { params: { survey } }, { signal }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data === undefined ? retryEvery : false),
    meta: { quiet: true },
  })
}

/** Start data of the survey shown; for screens inside the shell, which waits for it. */
export function useSurveyStart(): SurveyStart {
  const survey = useSession((state) => state.survey) ?? '-'
  return useSuspenseQuery(surveyStartQuery(survey)).data
}

/** The same for parts of the shell that are drawn before it has loaded, or without a survey. */
export function useSurveyStartIfAny() {
  const survey = useSession((state) => state.survey)
  return useQuery({ ...surveyStartQuery(survey ?? '-'), enabled: survey !== null && survey !== '-' })
}

/** Address of a survey's page: the kinds with an address of their own, else the generic page. */
export function pageAddress(page: Pick<Page, 'extname' | 'kind'>, survey: string, drillPath: string): string {
  switch (page.kind) {
    case 'rankings':
      return paths.ranking(survey, drillPath)
    case 'alerts':
      return paths.alertList(survey, drillPath)
    case 'samples':
      return paths.sampleList(survey, drillPath)
    case null:
      return paths.page(page.extname, survey, drillPath)
  }
}

/** Address a survey opens on: the role's start page, else the default page, at the user's own place. */
export function startAddress(start: SurveyStart): string {
  return addressOf(start, start.startPage)
}

/** Address of the survey's default page, at the user's own place and without filters: where Home leads. */
export function homeAddress(start: SurveyStart): string {
  return addressOf(start, start.defaultPage)
}

function addressOf(start: SurveyStart, name: string): string {
  const { pages, extName } = start.survey
  const page = pages.find((one) => one.extname === name) ?? pages[0]
  return page === undefined ? paths.ranking(extName, start.startPath) : pageAddress(page, extName, start.startPath)
}
