import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import { savePreference } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { renderApp } from '#web/testing/render-app.tsx'
import type { Served } from '#web/testing/serve.ts'
import { serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { sampleList, sampleRow } from '#web/widgets/testing/sample-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

type Config = Parameters<typeof component<'sample-table'>>[1]

const columns = ['customer', 'eventdate', 'state']
/** Everything that a sample table can have. */
export const everything: Partial<Config> = {
  enableDownload: true,
  useCore: true,
  createActions: [{ extname: 'new', title: { en: 'New customer' } }],
  copyActions: [{ extname: 'followup', title: { en: 'Follow up' }, fields: ['store', 'email'], comments: true }],
  mailActions: [{ extname: 'invite', template: 'invitation', title: { en: 'Invite' } }],
  sampleEditor: [{ type: 'header', highlighted: ['customer'] }],
}
/** A new sample, a completed response and a cancelled sample. */
export const rows = [
  sampleRow(1, 'Eva Lind', '1', { drillPath: 'country=SE;region=north' }),
  sampleRow(2, 'Ola Berg', '0', { drillPath: 'country=SE;region=south' }),
  sampleRow(3, 'Kari Moe', '4'),
]

interface Options {
  config?: Partial<Config>
  answer?: (seen: SeenCall) => SampleListResponse | Response
  served?: readonly Served[]
  start?: Parameters<typeof startWith>[1]
  isRoot?: boolean
  width?: number
  path?: string
}

/** Opens a page with a sample table. */
export function openTable({
  config = {},
  answer,
  served = [],
  start,
  isRoot = false,
  width,
  path = 'country=SE',
}: Options = {}) {
  const table = component('sample-table', { id: 'customers', columns, ...config } as Config)
  return renderApp(
    `/page/overview/visits/${path}`,
    [
      ...served,
      serveWidget('sample-table', (_id, seen) => answer?.(seen) ?? sampleList(rows)),
      serve(savePreference, { ok: true }),
      ...signedInServer(identityFixture({ isRoot }), startWith({ overview: [table] }, start)),
    ],
    { width },
  )
}

/** The row that a name stands in. */
export const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr') as HTMLElement
/** Calls of a route. */
export const callsOf = (app: { calls: SeenCall[] }, route: string) => app.calls.filter((call) => call.route === route)
/** Selects the row of a name. */
export const select = async (name: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))

/** Opens the menu of a row. */
export async function menuOf(name: string): Promise<HTMLElement> {
  await rowOf(name)
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}
