import type { QueryClient } from '@tanstack/react-query'

/**
 * Has everything of a survey fetched again when it is next shown, because lists and figures follow what was changed; only
 * not what `own` is the first part of the key of, which the screen keeps up to date itself.
 */
export function refreshAround(queryClient: QueryClient, survey: string, own?: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes(survey) && queryKey[0] !== own && queryKey[0] !== 'survey-start',
  })
}
