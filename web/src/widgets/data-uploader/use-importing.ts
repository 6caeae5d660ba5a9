import { cancelImport, checkImport, getImportStatus, handleMapping } from '@gensvar/contract/imports'
import type { uploadImportFile } from '@gensvar/contract/imports'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer, CallInput } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { isUnderway, useImportRun } from '#web/lib/import-run.ts'

/** A spreadsheet that was uploaded, with what its columns can be linked to. */
export type UploadedFile = Answer<typeof uploadImportFile>

/** How an import went. */
export type ImportResult = NonNullable<Answer<typeof getImportStatus>['result']>

/** What a file would do to the survey. */
export type UploadCheck = NonNullable<Answer<typeof getImportStatus>['check']>

/** How the columns are linked, and whether responses are changed instead of added. */
export type Linked = CallInput<typeof handleMapping>['body']

/** What runs now, or ran last. */
interface Run {
  kind: 'check' | 'import'
  body: Linked
  importId: number
}

interface Options {
  survey: string
  component: string
  /** Called when an import has ended, but not when it was cancelled. */
  onEnd: (result: ImportResult) => void
}

const failed = (error: string): ImportResult => ({
  ...{ ok: false, error, ninterviews: 0, nerased: 0, nlate: 0, nalerts: 0, notices: true, importSetId: null },
})

/** The checks and the import of one file; what is started ends what was started before. */
export function useImporting({ survey, component, onEnd }: Options) {
  const [run, setRun] = useState<Run | null>(null)
  const [starting, setStarting] = useState<Run['kind'] | null>(null)
  const [refused, setRefused] = useState<unknown>(null)
  const [checked, setChecked] = useState<{ body: Linked; check: UploadCheck } | null>(null)
  const turn = useRef(0)
  const query = useImportRun({
    importId: run?.importId ?? null,
    load: useCallback(
      (importId: number, signal: AbortSignal) => call(getImportStatus, { params: { survey, importId } }, { signal }),
      [survey],
    ),
  })
  const status = query.data
  const runningId = isUnderway(status) || (run !== null && status === undefined) ? (run?.importId ?? null) : null

  const stop = useCallback(
    (importId: number) => void call(cancelImport, { params: { survey, importId } }).catch(() => undefined),
    [survey],
  )

  async function start(kind: Run['kind'], body: Linked): Promise<void> {
    turn.current += 1
    const mine = turn.current
    setRefused(null)
    setStarting(kind)
    if (runningId !== null) stop(runningId)
    try {
      const route = kind === 'check' ? checkImport : handleMapping
      const { importId } = await call(route, { params: { survey, component }, body })
      if (mine === turn.current) setRun({ kind, body, importId })
      else stop(importId)
    } catch (error) {
      if (mine === turn.current) setRefused(error)
    } finally {
      if (mine === turn.current) setStarting(null)
    }
  }

  const found = run?.kind === 'check' && status?.state === 'done' ? status.check : null
  if (run !== null && found !== null && checked?.check !== found) setChecked({ body: run.body, check: found })

  const end = useEffectEvent(() => {
    if (status !== undefined) onEnd(status.result ?? failed(status.error ?? ''))
  })
  const hasEnded = run?.kind === 'import' && (status?.state === 'done' || status?.state === 'failed')
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded, run])

  return {
    start,
    checked,
    /** What is being done now; null while nothing is. */
    underway: starting ?? (runningId === null ? null : (run?.kind ?? null)),
    progress: starting === null && isUnderway(status) ? (status?.progress ?? null) : null,
    /** Why it did not start, or a check ended without a result. */
    failure:
      refused !== null
        ? errorText(refused)
        : query.error !== null
          ? errorText(query.error)
          : run?.kind === 'check' && status?.state === 'failed'
            ? status.error
            : null,
    refused,
    cancel() {
      turn.current += 1
      setStarting(null)
      if (runningId !== null) stop(runningId)
    },
  }
}
