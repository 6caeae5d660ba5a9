import { queryOptions } from '@tanstack/react-query'
import { listPools } from '@gensvar/contract/pools'
import { call } from '#web/api.ts'

/** The pools there are, and whether the session's organisation is in them. */
export const poolsQuery = queryOptions({
  queryKey: ['pools'],
  queryFn: ({ signal }) => call(listPools, {}, { signal }),
  staleTime: 0,
})
