import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { decideDoubt, listDoubts } from '@gensvar/contract/doubts'
import type { Doubt } from '@gensvar/contract/doubts'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'

type Doubts = Answer<typeof listDoubts>

/** Doubts in the order in which they are on the screen: one that is decided stays where it is. */
function inOrderShown(shown: Doubts | undefined, fresh: Doubts): Doubts {
  const places = new Map(shown?.doubts.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Doubt) => places.get(id) ?? places.size
  return { doubts: fresh.doubts.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** What imports into a survey doubted: open ones first when the screen is opened. */
export function doubtsQuery(queryClient: QueryClient, survey: string) {
  const queryKey = ['doubts', survey]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const fresh = await call(listDoubts, { params: { survey } }, { signal })
      return inOrderShown(queryClient.getQueryData<Doubts>(queryKey), fresh)
    },
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
}

/**
 * Decides a doubt by the name of a choice. Everything known of the survey is fetched again when it is shown next. A
 * conflict (somebody else decided first) is reported, and the doubts are fetched again.
 */
export function useDecide(survey: string, doubt: Doubt) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (choice: string) =>
      call(decideDoubt, { params: { survey, doubt: doubt.id }, body: { choice, version: doubt.version } }),
    onSuccess: ({ doubt: decided }) => {
      const { queryKey } = doubtsQuery(queryClient, survey)
      queryClient.setQueryData<Doubts>(
        queryKey,
        (known) => known && { doubts: known.doubts.map((one) => (one.id === decided.id ? decided : one)) },
      )
      void queryClient.invalidateQueries({ predicate: ({ queryKey: key }) => key.includes(survey) })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'conflict')
        void queryClient.invalidateQueries({ queryKey: doubtsQuery(queryClient, survey).queryKey })
    },
  })
}
