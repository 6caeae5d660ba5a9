import { queryOptions } from '@tanstack/react-query'
import { getSendingRules } from '@gensvar/contract/sending-rules'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'

/** The rules with their version. */
export type StoredRules = Answer<typeof getSendingRules>

/** The rules of the session's organisation. */
export const rulesQuery = queryOptions({
  queryKey: ['sending-rules'],
  queryFn: ({ signal }) => call(getSendingRules, {}, { signal }),
  staleTime: 0,
})

/** What is fetched of the addresses that nothing is sent to begins with it. */
export const suppressedKey = ['suppressed']
