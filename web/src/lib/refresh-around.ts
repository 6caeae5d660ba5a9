import type { QueryClient } from '@tanstack/react-query'
import { isMoving } from './figures-shown.ts'

/**
 * Has everything of a survey fetched again when it is next shown, because lists and figures follow what was changed; only
 * not what `own` is the first part of the key of, which the screen keeps up to date itself.
 */
export function refreshAround(queryClient: QueryClient, survey: string, own?: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes(survey) && queryKey[0] !== own && queryKey[0] !== 'survey-start',
  })
}

/** The same for all but figures, which `liveFigures` keeps up to date. */
export function refreshBeside(queryClient: QueryClient, survey: string, own: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) =>
      query.queryKey.includes(survey) &&
      query.queryKey[0] !== own &&
      query.queryKey[0] !== 'survey-start' &&
      !isMoving(query),
  })
}
