import { queryOptions } from '@tanstack/react-query'
import { getTextProvider } from '@gensvar/contract/text-provider'
import { getUniverse } from '@gensvar/contract/universes'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'

/** An organisation with its settings. */
export type Universe = Answer<typeof getUniverse>

/** The organisation of the session. */
export const universeQuery = queryOptions({
  queryKey: ['universe'],
  queryFn: ({ signal }) => call(getUniverse, {}, { signal }),
})

/** The language model of the session's organisation. */
export const providerQuery = queryOptions({
  queryKey: ['text-provider'],
  queryFn: ({ signal }) => call(getTextProvider, {}, { signal }),
})
