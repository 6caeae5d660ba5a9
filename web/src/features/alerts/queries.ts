import { queryOptions } from '@tanstack/react-query'
import { getAlert } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'

/** An alert with what its page shows. */
export type Alert = Answer<typeof getAlert>

/** The keys of an alert. */
export interface AlertRef {
  survey: string
  alertId: number
}

/** First part of the key of an alert. */
export const alertKey = 'alert'

/** An alert, fetched whenever its page is opened, and not while it is handled: what is new then is told on saving. */
export function alertQuery({ survey, alertId }: AlertRef) {
  return queryOptions({
    queryKey: [alertKey, survey, alertId],
    queryFn: ({ signal }) => call(getAlert, { params: { survey, alertId } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
}
