import { queryOptions } from '@tanstack/react-query'
import { listApiKeys } from '@gensvar/contract/api-keys'
import type { Answer } from '#web/api.ts'
import { call } from '#web/api.ts'

/** The keys of an organisation, with what a new one can be made for. */
export type ApiKeys = Answer<typeof listApiKeys>

/** The keys of the organisation that the session is in. */
export const apiKeysQuery = (universe: string | null) =>
  queryOptions({
    queryKey: ['api-keys', universe],
    queryFn: ({ signal }) => call(listApiKeys, {}, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
