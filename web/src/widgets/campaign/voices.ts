import { queryOptions } from '@tanstack/react-query'
import { listVoices } from '@gensvar/contract/campaigns'
import { call } from '#web/api.ts'

/** Voices that can call. */
export const voicesQuery = (survey: string) =>
  queryOptions({
    queryKey: ['campaign-voices', survey],
    queryFn: ({ signal }) => call(listVoices, { params: { survey } }, { signal }),
    meta: { quiet: true },
  })
