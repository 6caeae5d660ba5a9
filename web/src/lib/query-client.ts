import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Codes of failures for which a retry may succeed. */
const passing = new Set(['offline', 'unavailable'])

function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && passing.has(error.code)
}

/**
 * Makes the cache of server answers. A failed call is reported once: a list or card without data shows its own failed
 * state; `onFailure` is called for failed changes and for failed refreshes of data already shown. With
 * `meta: { quiet: true }` reporting is left to the caller.
 */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const behindData = query.state.data !== undefined
        if (query.meta?.['quiet'] !== true && behindData) onFailure(error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (mutation.meta?.['quiet'] !== true) onFailure(error)
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: mayRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
}
