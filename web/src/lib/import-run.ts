import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ImportState } from '@gensvar/contract/imports'

/** How often the state of a run is fetched, in milliseconds. */
const pollEvery = 500

/** Whether a run has not ended yet. */
export function isUnderway(run: ImportState | undefined): boolean {
  return run?.state === 'waiting' || run?.state === 'running'
}

interface Options<Run> {
  /** Null while nothing was started. */
  importId: number | null
  load: (importId: number, signal: AbortSignal) => Promise<Run>
}

/** Follows the run of an import or a check until it ends. */
export function useImportRun<Run extends ImportState>({ importId, load }: Options<Run>): UseQueryResult<Run> {
  return useQuery({
    queryKey: ['import-run', importId],
    queryFn: ({ signal }) => load(importId ?? 0, signal),
    enabled: importId !== null,
    refetchInterval: ({ state }) => (state.data === undefined || isUnderway(state.data) ? pollEvery : false),
    staleTime: Infinity,
    meta: { quiet: true },
  })
}
