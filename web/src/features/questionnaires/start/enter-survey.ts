import { useQueryClient } from '@tanstack/react-query'
import { chooseUniverse, refreshIdentity } from '#web/features/session/session.ts'
import { rememberSurvey } from '#web/lib/last-survey.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'

/** Opens the questionnaire of a survey that was just made, in its organisation. */
export function useEnterSurvey(): (made: { universe: string; survey: string }) => Promise<void> {
  const queryClient = useQueryClient()
  const go = useGo()
  return async ({ universe, survey }) => {
    if (sessionStore.get().identity?.universe === universe) await refreshIdentity()
    else await chooseUniverse(universe, {})
    queryClient.removeQueries()
    rememberSurvey(survey)
    sessionStore.set({ survey, drillPath: 'root' })
    go(paths.questionnaire(survey), { replace: true })
  }
}
