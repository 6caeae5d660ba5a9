import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  cancelNewSurvey,
  checkNewSurvey,
  createNewSurvey,
  getNewSurveyStatus,
  listSurveyFiles,
} from '@gensvar/contract/new-survey'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isUnderway, useImportRun } from '#web/lib/import-run.ts'

/** A file that was uploaded to make a survey of. */
export type SurveyFile = Answer<typeof listSurveyFiles>['files'][number]

/** How far a run is. */
export type NewSurveyRun = Answer<typeof getNewSurveyStatus>

/** Why no survey can be made with the options. */
export type PlanProblem = NewSurveyRun['problems'][number]

/** Changes options; everything else stays. */
export type ChangeOptions = (change: Partial<NewSurveyOptions>) => void

/** What was last understood of the file, and with which options. */
interface Understood {
  /** The check that found it. */
  run: NewSurveyRun
  options: NewSurveyOptions
  check: NewSurveyCheck | null
  problems: PlanProblem[]
}

/** What runs now, or ran last. */
interface Run {
  kind: 'check' | 'create'
  importId: number
}

/** Query of the caller's own uploaded files. */
export const surveyFilesQuery = {
  queryKey: ['survey-files'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listSurveyFiles, {}, { signal }),
  staleTime: 0,
  meta: { quiet: true },
}

/** Notes the last run of a file, so that the page goes on with it when it is opened again. */
function noteRun(queryClient: QueryClient, uploadId: string, importId: number): void {
  queryClient.setQueryData<Answer<typeof listSurveyFiles>>(
    surveyFilesQuery.queryKey,
    (known) =>
      known && {
        files: known.files.map((file) => (file.uploadId === uploadId ? { ...file, lastImportId: importId } : file)),
      },
  )
}

const cancel = (importId: number) => call(cancelNewSurvey, { params: { importId } })

/**
 * The options of a survey that is made of a file, and the runs that check them and make it. Every change starts a new
 * check, which ends the one before; until it is done, what was understood before is shown.
 */
export function useNewSurvey({ uploadId, lastImportId }: SurveyFile, initial: NewSurveyOptions) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<NewSurveyOptions | null>(null)
  const [run, setRun] = useState<Run | null>(lastImportId === null ? null : { kind: 'check', importId: lastImportId })
  const [starting, setStarting] = useState<Run['kind'] | null>(null)
  const [refused, setRefused] = useState<unknown>(null)
  const [understood, setUnderstood] = useState<Understood | null>(null)
  const turn = useRef(0)
  const query = useImportRun({
    importId: run?.importId ?? null,
    load: useCallback(
      (importId: number, signal: AbortSignal) => call(getNewSurveyStatus, { params: { importId } }, { signal }),
      [],
    ),
  })
  const status = query.data
  const options = chosen ?? status?.options ?? initial
  const underway = starting ?? (isUnderway(status) ? (run?.kind ?? null) : null)

  const start = useCallback(
    async (kind: Run['kind'], wanted: NewSurveyOptions, before: number | null) => {
      turn.current += 1
      const mine = turn.current
      setChosen(wanted)
      setRefused(null)
      setStarting(kind)
      if (before !== null) void cancel(before).catch(() => undefined)
      try {
        const route = kind === 'check' ? checkNewSurvey : createNewSurvey
        const { importId } = await call(route, { params: { uploadId }, body: wanted })
        if (mine !== turn.current) return void cancel(importId).catch(() => undefined)
        noteRun(queryClient, uploadId, importId)
        setRun({ kind, importId })
      } catch (error) {
        if (mine === turn.current) setRefused(error)
      } finally {
        if (mine === turn.current) setStarting(null)
      }
    },
    [uploadId, queryClient],
  )

  if (status?.state === 'done' && status.created === null && understood?.run !== status) {
    setUnderstood({ run: status, options: status.options, check: status.check, problems: status.problems })
  }

  // A file that was never checked, or whose last run came to nothing, is checked when the page is opened.
  const isKnown = run === null || status !== undefined || query.error !== null
  const openFile = useEffectEvent(() => {
    const isUnchecked = run === null || status?.state === 'cancelled' || query.error !== null
    if (isUnchecked) void start('check', status?.options ?? initial, null)
  })
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current || !isKnown) return
    wasOpened.current = true
    openFile()
  }, [isKnown])

  const runningId = isUnderway(status) ? (run?.importId ?? null) : null
  return {
    options,
    understood,
    /** What is being done now; null while nothing is. */
    underway,
    progress: isUnderway(status) && starting === null ? (status?.progress ?? null) : null,
    /** Why it could not be started, or ended without a result. */
    failure: refused ?? (status?.state === 'failed' ? new ApiError('validation', status.error ?? '') : query.error),
    created: status?.created ?? null,
    change: useCallback(
      (change: Partial<NewSurveyOptions>) => void start('check', { ...options, ...change }, runningId),
      [start, options, runningId],
    ),
    retry: () => void start('check', options, runningId),
    create: () => void start('create', options, runningId),
    /** Ends what is being done; the options are again those that were understood last. */
    cancel: () => {
      turn.current += 1
      setStarting(null)
      if (runningId !== null) void cancel(runningId).catch(() => undefined)
      if (understood !== null) setChosen(understood.options)
    },
  }
}

/** What `useNewSurvey` returns. */
export type NewSurvey = ReturnType<typeof useNewSurvey>
