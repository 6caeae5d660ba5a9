import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { campaignRowExample, globalCampaignRowExample } from '@gensvar/contract/entities/campaign-examples'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import { campaign, campaignServer } from './testing/campaign-server.ts'

afterEach(() => endApp())

const page = '/page/overview/visits/root'
const rows = Array.from({ length: 60 }, (_, at) => ({
  ...campaignRowExample,
  ...{ id: 60 - at, title: `Campaign ${60 - at}`, rateOpened: 41.526, rateClicked: at === 0 ? null : 0.049 },
}))
const globalRows = [{ ...globalCampaignRowExample, rateOpened: 7.06, rateClicked: 100 }]

/** Opens a page with a component of campaigns. */
function open(made: ReturnType<typeof component>, at = page): Promise<RunningApp> {
  const served = {
    'mail-campaigns-list': serveWidget('mail-campaigns-list', () => ({ rows })),
    'global-campaigns-list': serveWidget('global-campaigns-list', () => ({ rows: globalRows })),
    'mail-campaign-details': serveWidget('mail-campaign-details', () => campaign),
  }
  return renderApp(at, [
    served[made.type as keyof typeof served],
    ...campaignServer({ counts: { ...campaign.counts, opened: 48, delivered: 113 } }),
    ...signedInServer(identityFixture(), startWith({ overview: [made] })),
  ])
}

const rowOf = (table: HTMLElement, name: string) =>
  within(table).getByRole('rowheader', { name }).closest('tr') as HTMLElement
const pageOf = (list: HTMLElement) => within(list).getAllByRole('rowheader')

test('the campaigns of a survey stand on any page, 50 a page, and open their own (COMP-26) (CAMPL-02)', async () => {
  const app = await open(component('mail-campaigns-list', { id: 'mc' }))
  const table = await screen.findByRole('table', { name: 'Campaigns' })
  expect(pageOf(table)).toHaveLength(50)
  expect(within(table).queryByRole('rowheader', { name: 'Campaign 10' })).toBeNull()
  await userEvent.click(within(table).getByRole('link', { name: 'Campaign 60' }))
  await waitFor(() => expect(app.address()).toBe('/mailcampaign/visits/60?fromPage=overview'))
})

test('the campaigns of all surveys stand on any page, and open their own (COMP-28)', async () => {
  const app = await open(component('global-campaigns-list', { id: 'all' }))
  const table = await screen.findByRole('table', { name: 'Campaigns of all surveys' })
  expect(rowOf(table, 'After the visit')).toMatchTextContent(/retail/)
  await userEvent.click(within(table).getByRole('link', { name: 'After the visit' }))
  await waitFor(() => expect(app.address()).toBe('/mailcampaign/visits/6'))
})

test('a campaign stands on any page: the one of the configuration, else that of the address, from where one returns (COMP-27) (CAMPD-19)', async () => {
  const app = await open(component('mail-campaign-details', { id: 'mine', campaignId: 'after_visit' }))
  expect(await screen.findByRole('heading', { name: 'After the visit' })).toBeVisible()
  expect(app.calls.some(({ route }) => route === 'getCampaign')).toBe(false)
  endApp()
  const named = await open(component('mail-campaign-details', { id: 'any' }), `${page}?campaignId=6&fromPage=overview`)
  expect(await screen.findByRole('heading', { name: 'After the visit' })).toBeVisible()
  expect(named.calls.find(({ route }) => route === 'getCampaign')?.params).toEqual({
    survey: 'visits',
    campaignId: '6',
  })
  expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute(
    'href',
    expect.stringMatching('/page/overview/'),
  )
  endApp()
  await open(component('mail-campaign-details', { id: 'none' }))
  expect(await screen.findByText('No campaign is chosen here')).toBeVisible()
})

test('rates have one decimal wherever they are shown (CAMPL-03)', async () => {
  await open(component('mail-campaigns-list', { id: 'mc' }))
  const list = await screen.findByRole('table', { name: 'Campaigns' })
  expect(rowOf(list, 'Campaign 60')).toMatchTextContent(/41\.5\s%/)
  expect(rowOf(list, 'Campaign 59')).toMatchTextContent(/0\.0\s%/)
  endApp()
  await open(component('global-campaigns-list', { id: 'all' }))
  const all = await screen.findByRole('table', { name: 'Campaigns of all surveys' })
  expect(rowOf(all, 'After the visit')).toMatchTextContent(/7\.1\s%/)
  expect(rowOf(all, 'After the visit')).toMatchTextContent(/100\.0\s%/)
  endApp()
  await open(component('mail-campaign-details', { id: 'any' }), `${page}?campaignId=6`)
  const funnel = await screen.findByRole('table', { name: 'From message to answer' })
  const shares = within(funnel)
    .getAllByRole('row')
    .flatMap(({ textContent }) => textContent?.match(/[\d.,]+\s%/g) ?? [])
  expect(shares.length).toBeGreaterThan(3)
  for (const share of shares) expect(share).toMatch(/^\d+\.\d\s%$/)
})
