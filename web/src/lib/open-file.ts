import type { Route } from '@gensvar/contract/define-route'
import { createTicket } from '@gensvar/contract/identity'
import { call, urlOf } from '#web/api.ts'
import type { CallInput } from '#web/api.ts'

/**
 * Opens a file of the server in a new tab, with a one-use ticket for it; the page stays. Where the browser blocks new
 * tabs, it saves the file instead. Call it in the handler of a click. The route takes a ticket. Throws ApiError when none is given.
 */
export async function openFile<R extends Route>(route: R, input: CallInput<R>): Promise<void> {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  if (route.ticket === undefined) throw new Error(`${route.id} takes no ticket`)
  const path = urlOf(route.path, params, query)
  const { ticket } = await call(createTicket, { body: { path } })
  const address = urlOf(route.path, params, { ...query, [route.ticket]: ticket })
  // The file is the tab's first address, so that browsers which save it close the tab again. A click lets tabs be opened
  // for some seconds, which is longer than a ticket takes.
  const tab = window.open(address, '_blank')
  if (tab === null) saveFrom(address)
  else tab.opener = null
}

/** Has the browser save the file of an address, without leaving the page. */
function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
