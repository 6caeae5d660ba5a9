import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { evaluateActions, getEvaluationStatus } from '@gensvar/contract/actions'
import { call } from '#web/api.ts'
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
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? pollEvery : false),
    staleTime: Infinity,
    meta: { quiet: true },
  })
  useEffect(() => {
    if (taskUUID === null) return
    if (error !== null) {
      setTask(null)
      notifyError(error)
      return
    }
    if (data === undefined || data.state === 'running') return
    setTask(null)
    if (data.state === 'failed') notifyError(text(data.error) || t('evaluationFailed'))
    else {
      const { completed, failed } = data
      const counts = { completed: format.number(completed), failed: format.number(failed) }
      const count = completed + failed
      notifyDone(count === 0 ? t('noneDue') : t('evaluated', { count, ...counts }))
    }
    void refreshAround(queryClient, survey, 'evaluation')
  }, [taskUUID, data, error, queryClient, survey, t, text, format])
  const isUnderWay = isPending || taskUUID !== null
  return {
    start: () => mutate(),
    progress: isUnderWay ? { done: data?.done ?? 0, total: data?.total ?? 0 } : null,
  }
}
