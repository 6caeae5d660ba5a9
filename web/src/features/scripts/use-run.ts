import { useMutation, useQueryClient } from '@tanstack/react-query'
import { runScript } from '@gensvar/contract/scripts'
import type { StoredScript } from '@gensvar/contract/scripts'
import { useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { scriptListsKey, scriptQuery } from './queries.ts'
import type { ScriptForm } from './script-body.ts'
import type { ScriptPlace } from './script-place.ts'
import { useTexts } from './texts.ts'

/** How a run ended. */
export interface RunOutcome {
  isDry: boolean
  result: Answer<typeof runScript> | null
  /** Why there is no result; null where there is one. */
  failure: string | null
}

/** Runs of the script of a screen. */
export interface ScriptRun {
  start: (isDry: boolean) => void
  isRunning: boolean
  /** Why it cannot be run now; null where it can. */
  refusal: string | null
  interviewId: number | null
  setInterview: (interviewId: number | null) => void
  outcome: RunOutcome | null
}

/** Runs the stored script of a screen, for real or dry, with an interview or without. */
export function useRun(place: ScriptPlace, script: StoredScript, form: ScriptForm): ScriptRun {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [interviewId, setInterview] = useState<number | null>(null)
  const run = useMutation({
    mutationFn: (isDry: boolean) =>
      call(runScript, {
        params: { survey: place.survey, surveyId: script.surveyId ?? 0, scriptId: script.id },
        query: { dryrun: isDry ? 'true' : 'false' },
        body: interviewId === null ? {} : { interviewId },
      }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: scriptQuery(place).queryKey })
      void queryClient.invalidateQueries({ queryKey: scriptListsKey })
    },
    meta: { quiet: true },
  })
  const isSaved = form.values.script === script.script
  const refusal = script.id === 0 || !isSaved ? t('saveToRun') : null
  return {
    start: (isDry) => {
      if (refusal === null && !run.isPending) run.mutate(isDry)
    },
    isRunning: run.isPending,
    refusal,
    interviewId,
    setInterview,
    outcome: run.isIdle || run.isPending ? null : outcomeOf(run.variables, run.data, run.error),
  }
}

function outcomeOf(isDry: boolean, data: RunOutcome['result'] | undefined, error: Error | null): RunOutcome {
  return { isDry, result: data ?? null, failure: error === null ? null : errorText(error) }
}
