import { queryOptions } from '@tanstack/react-query'
import { clientConfig } from './provider.ts'

/** Query of the client configuration; it needs no sign-in and does not change while the page is open. */
export const clientConfigQuery = queryOptions({
  queryKey: ['client-config'],
  queryFn: clientConfig,
  staleTime: Infinity,
  meta: { quiet: true },
})
