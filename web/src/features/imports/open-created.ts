import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeImportSet } from '@gensvar/contract/imports'
import { call } from '#web/api.ts'
import { chooseUniverse, refreshIdentity } from '#web/features/session/session.ts'
import { rememberSurvey } from '#web/lib/last-survey.ts'
import { forgetSurvey, sessionStore } from '#web/lib/session-store.ts'
import { startAddress, surveyStartQuery } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { noteMade } from './made-survey.ts'
import type { MadeSurvey } from './made-survey.ts'

/** Opens a survey that was just made on its start page, in its organisation. */
export function useOpenCreated() {
  const queryClient = useQueryClient()
  const go = useGo()
  return useMutation({
    async mutationFn({ universe, made }: { universe: string; made: MadeSurvey }) {
      if (sessionStore.get().identity?.universe === universe) await refreshIdentity()
      else await chooseUniverse(universe, {})
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import-run' })
      const start = await queryClient.fetchQuery(surveyStartQuery(made.survey))
      rememberSurvey(made.survey)
      noteMade(made)
      sessionStore.set({ survey: made.survey, drillPath: start.startPath })
      go(startAddress(start), { replace: true })
    },
  })
}

/** Removes a survey that was just made of a file, and leads to what is left. */
export function useUndoMade() {
  const queryClient = useQueryClient()
  const go = useGo()
  return useMutation({
    async mutationFn({ survey, importSetId }: MadeSurvey) {
      await call(removeImportSet, { params: { survey, importSetId } })
      noteMade(null)
      forgetSurvey(survey)
      go(paths.login(), { replace: true })
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(survey) })
    },
  })
}
