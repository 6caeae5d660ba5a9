import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { evaluateActions, getEvaluationStatus } from '@gensvar/contract/actions'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { useTexts } from './texts.ts'

/** How often the state of an evaluation is fetched, in milliseconds. */
const pollEvery = 500

interface Evaluation {
  start: () => void
  /** How many of the actions are evaluated (none while that is not known); null while no evaluation is under way. */
  progress: { done: number; total: number } | null
}

const isRunning = (status: Answer<typeof getEvaluationStatus> | undefined) =>
  status === undefined || status.state === 'running'

/** An evaluation of the survey's actions that are due: starts it, follows it, and says what it did. */
export function useEvaluation(): Evaluation {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const queryClient = useQueryClient()
  const survey = useSurveyStart().survey.extName
  const [taskUUID, setTask] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(evaluateActions, { params: { survey } }),
    onSuccess: (started) => setTask(started.taskUUID),
  })
  const { data, error } = useQuery({
    queryKey: ['evaluation', survey, taskUUID],
    queryFn: ({ signal }) => call(getEvaluationStatus, { params: { survey, taskUUID: taskUUID ?? '' } }, { signal }),
    enabled: taskUUID !== null,
    refetchInterval: ({ state }) => (state.error === null && isRunning(state.data) ? pollEvery : false),
    staleTime: Infinity,
    meta: { quiet: true },
  })
  const isUnderWay = taskUUID !== null && error === null && isRunning(data)
  /** The evaluation whose end was told last. */
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (taskUUID === null || isUnderWay || told.current === taskUUID) return
    told.current = taskUUID
    if (error !== null) notifyError(error)
    else if (data?.state === 'failed') notifyError(text(data.error) || t('evaluationFailed'))
    else {
      const { completed = 0, failed = 0 } = data ?? {}
      const counts = { completed: format.number(completed), failed: format.number(failed) }
      const count = completed + failed
      notifyDone(count === 0 ? t('noneDue') : t('evaluated', { count, ...counts }))
    }
    void refreshAround(queryClient, survey, 'evaluation')
  }, [taskUUID, isUnderWay, data, error, queryClient, survey, t, text, format])
  return {
    start: () => mutate(),
    progress: isPending || isUnderWay ? { done: data?.done ?? 0, total: data?.total ?? 0 } : null,
  }
}
