import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { decideDoubt, decideDoubts, listDoubts } from '@gensvar/contract/doubts'
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

/** Puts decided doubts in their places, and has everything known of the survey fetched again when it is shown next. */
function settle(queryClient: QueryClient, survey: string, decided: readonly Doubt[]): void {
  const { queryKey } = doubtsQuery(queryClient, survey)
  const fresh = new Map(decided.map((doubt) => [doubt.id, doubt]))
  queryClient.setQueryData<Doubts>(
    queryKey,
    (known) => known && { doubts: known.doubts.map((one) => fresh.get(one.id) ?? one) },
  )
  void queryClient.invalidateQueries({ predicate: ({ queryKey: key }) => key.includes(survey) })
}

/** After a conflict (somebody else decided first), which is reported, the doubts are fetched again. */
function onConflict(queryClient: QueryClient, survey: string, error: Error): void {
  if (error instanceof ApiError && error.code === 'conflict')
    void queryClient.invalidateQueries({ queryKey: doubtsQuery(queryClient, survey).queryKey })
}

/** Decides a doubt by the name of a choice. */
export function useDecide(survey: string, doubt: Doubt) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (choice: string) =>
      call(decideDoubt, { params: { survey, doubt: doubt.id }, body: { choice, version: doubt.version } }),
    onSuccess: ({ doubt: decided }) => settle(queryClient, survey, [decided]),
    onError: (error) => onConflict(queryClient, survey, error),
  })
}

/** Decides several doubts alike, all or none of them, by the name of a choice that each of them has. */
export function useDecideAlike(survey: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ choice, doubts }: { choice: string; doubts: readonly Doubt[] }) =>
      call(decideDoubts, {
        params: { survey },
        body: { choice, doubts: doubts.map(({ id, version }) => ({ id, version })) },
      }),
    onSuccess: ({ doubts }) => settle(queryClient, survey, doubts),
    onError: (error) => onConflict(queryClient, survey, error),
  })
}
