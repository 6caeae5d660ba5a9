import { streamCampaign } from '@gensvar/contract/campaign-progress'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { downloadCampaign, renderMail } from '@gensvar/contract/campaigns'
import type { Campaign } from '@gensvar/contract/entities/campaigns'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { makeGate } from '#web/testing/held.ts'
import { streamed } from '#web/testing/streamed.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import { campaign, campaignServer, messagedSample } from './testing/campaign-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  showScheme('light')
  endApp()
})

interface Options {
  shown?: Partial<Campaign>
  served?: Served[]
  isRoot?: boolean
  at?: string
}

/** Opens a campaign of a server that changes its state as it is told. */
function open({ shown = {}, served = [], isRoot = true, at = '/mailcampaign/visits/6' }: Options = {}) {
  return renderApp(at, [
    ...served,
    ...campaignServer(shown),
    serveWidget('mail-campaigns-list', () => ({ rows: [] })),
    ...signedInServer(
      identityFixture({ isRoot }),
      startWith({ overview: [component('mail-campaigns-list', { id: 'mc' })] }),
    ),
  ])
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const callsOf = (app: RunningApp, route: string) => app.calls.filter((one) => one.route === route)
const confirm = async (words: string, name: string) => {
  const dialog = await screen.findByRole('dialog', { name: 'Confirm' })
  expect(within(dialog).getByText(words)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

test('a prepared campaign starts after a question, an active one pauses, a paused one resumes (CAMPD-03) (CAMPD-04) (CAMPD-05) (CAMPD-07) (CAMPD-08) (CAMPD-43)', async () => {
  const app = await open()
  expect(await screen.findByText('prepare')).toBeVisible()
  await press('Start')
  expect(callsOf(app, 'resumeCampaign')).toEqual([])
  await confirm('Start campaign?', 'Start')
  expect(await screen.findByText('active')).toBeVisible()
  expect(callsOf(app, 'resumeCampaign')).toHaveLength(1)
  const loaded = callsOf(app, 'getCampaign').length
  expect(loaded).toBeGreaterThan(1)
  await press('Pause')
  expect(await screen.findByText('paused')).toBeVisible()
  expect(callsOf(app, 'getCampaign').length).toBeGreaterThan(loaded)
  await press('Resume')
  expect(await screen.findByText('active')).toBeVisible()
  expect(callsOf(app, 'resumeCampaign')).toHaveLength(2)
})

test('a stopped campaign and one with an error offer no other state, and say why (CAMPD-06)', async () => {
  await open({ shown: { state: 'ERROR', stateReason: 'The template is gone.' } })
  expect(await screen.findByText('error')).toBeVisible()
  expect(screen.getByText('The template is gone.')).toBeVisible()
  endApp()
  await open({ shown: { state: 'STOPPED', isFinished: true } })
  expect(await screen.findByText('finished')).toBeVisible()
  for (const name of ['Start', 'Pause', 'Resume']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('only root has what changes a campaign; everybody sees state, schedule and the filter of messages (CAMPD-01) (CAMPD-02) (CAMPD-11) (CAMPD-12)', async () => {
  await open({ isRoot: false })
  expect(await screen.findByText('prepare')).toBeVisible()
  expect(
    screen.getByText(/^Every day: Mon, Tue, Wed, Thu, Fri, public holidays · people from day −30 to day 0/),
  ).toBeVisible()
  await screen.findByRole('table', { name: 'Messages' })
  expect(screen.getByRole('textbox', { name: 'Filter the table' })).toBeVisible()
  for (const name of ['Edit', 'Start', 'Stop', 'Download', 'Delete'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  endApp()
  const app = await open()
  await screen.findByRole('table', { name: 'Messages' })
  await userEvent.fill(screen.getByRole('textbox', { name: 'Filter the table' }), 'eva@')
  await waitFor(() => expect(callsOf(app, 'listTrackings').at(-1)?.query).toMatchObject({ text: 'eva@' }))
  for (const name of ['Edit', 'Start', 'Stop', 'Download', 'Delete']) expect(await button(name)).toBeVisible()
})

test('Start and Stop wait for what the server allows (CAMPD-17) (CAMPD-44)', async () => {
  await open({ shown: { canStart: false, canStop: false } })
  expect(await button('Stop')).toBeDisabled()
  expect(await button('Start')).toBeDisabled()
})

test('the parts add up to the recipients, and shares have one decimal', async () => {
  await open()
  const sum = await screen.findByText('120 recipients')
  expect(sum.parentElement).toHaveTextContent('120 recipients = 113 delivered + 2 bounced + 4 pending + 1 failed')
  const funnel = screen.getByRole('table', { name: 'From message to answer' })
  const line = (name: string) => within(funnel).getByRole('rowheader', { name }).closest('tr')
  expect(line('Opened')).toHaveTextContent('Opened4842.5 % of delivered')
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('while it runs its numbers follow the stream, and its end loads it again', async () => {
  const stream = streamed()
  const app = await open({ shown: { state: 'STARTED' }, served: [serve(streamCampaign, () => stream.response)] })
  await screen.findByText('120 recipients')
  const counts = { ...campaign.counts, total: 130, pending: 14 }
  stream.send('progress', { state: 'STARTED', counts, perMinute: 1200, secondsLeft: 90 })
  expect(await screen.findByText('1,200 a minute · 2 minutes left')).toBeVisible()
  expect(screen.getByText('130 recipients')).toBeVisible()
  const loaded = callsOf(app, 'getCampaign').length
  stream.send('progress', { state: 'STOPPED', counts, perMinute: null, secondsLeft: null })
  await waitFor(() => expect(callsOf(app, 'getCampaign').length).toBeGreaterThan(loaded))
  endApp()
  await waitFor(() => expect(stream.isClosed).toBe(true))
})

test('its numbers follow the stream after everything is sent, and what a stopped one holds back is never sent', async () => {
  const stream = streamed()
  await open({ shown: { state: 'STOPPED' }, served: [serve(streamCampaign, () => stream.response)] })
  const sum = await screen.findByText('120 recipients')
  expect(sum.parentElement).toHaveTextContent('120 recipients = 113 delivered + 2 bounced + 4 never sent + 1 failed')
  const states = [...(await screen.findByRole('combobox', { name: 'State' })).querySelectorAll('option')]
  expect(states.map(({ textContent }) => textContent)).toContain('Never sent')
  expect(states.map(({ textContent }) => textContent)).not.toContain('Pending')
  const counts = { ...campaign.counts, answered: 37 }
  stream.send('progress', { state: 'STOPPED', counts, perMinute: null, secondsLeft: null })
  expect(await screen.findByText('37')).toBeVisible()
})

test('messages are paged and sorted by the server, and a row opens its interview (CAMPD-09) (CAMPD-10) (CAMPD-24a) (CAMPD-24b) (CAMPD-24c) (CAMPD-34)', async () => {
  const app = await open()
  const table = await screen.findByRole('table', { name: 'Messages' })
  const [first] = callsOf(app, 'listTrackings')
  expect(first?.params).toEqual({ survey: 'visits', campaignId: '6', component: '-' })
  expect(first?.query).toMatchObject({ from: '0', to: '50', text: '' })
  const sizes = screen.getByRole('combobox', { name: /per page/i })
  expect([...sizes.querySelectorAll('option')].map(({ value }) => value)).toEqual(['50', '100', '200'])
  const heading = (name: string) => within(table).getByRole('columnheader', { name: new RegExp(name) })
  expect(heading('Id')).toHaveAttribute('aria-sort', 'descending')
  const sort = async (name: string) => userEvent.click(within(heading(name)).getByRole('button'))
  const asked = () => callsOf(app, 'listTrackings').at(-1)?.query
  await sort('Customer')
  await waitFor(() => expect(asked()).toMatchObject({ sortBy: 'customer', sortDesc: 'false' }))
  await sort('Customer')
  await waitFor(() => expect(asked()).toMatchObject({ sortBy: 'customer', sortDesc: 'true' }))
  await sort('Customer')
  await waitFor(() => expect(heading('Customer')).toHaveAttribute('aria-sort', 'ascending'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed')
  await waitFor(() => expect(asked()).toMatchObject({ state: 'FAILED' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Customer 900' }))
  await waitFor(() => expect(app.address()).toBe(`/interview/visits/${messagedSample}`))
})

test('in an anonymous survey rows open nothing and tell nothing of opens and clicks', async () => {
  await open({ shown: { isAnonymous: true } })
  const table = await screen.findByRole('table', { name: 'Messages' })
  expect(await within(table).findByText('Customer 900')).toBeVisible()
  expect(within(table).queryByRole('link')).toBeNull()
  expect(within(table).queryByRole('columnheader', { name: /Opens|Clicks/ })).toBeNull()
  const states = [...screen.getByRole('combobox', { name: 'State' }).querySelectorAll('option')]
  expect(states.map(({ textContent }) => textContent)).toEqual([
    'All states',
    'Pending',
    'Sent',
    'Failed',
    'Not known',
    'Bounced',
  ])
})

test('a message is previewed and sent again; single ones are deleted where the type has them (CAMPD-15a) (CAMPD-15b) (CAMPD-15c) (CAMPD-18) (CAMPD-23) (CAMPD-35) (CAMPD-36) (CAMPD-42)', async () => {
  const app = await open()
  const actions = async (name: string) => {
    await press('Actions for Customer 900')
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await actions('Preview')
  const preview = await screen.findByRole('dialog', { name: 'Preview' })
  expect(await within(preview).findByTitle('Preview')).toHaveAttribute('sandbox', '')
  expect(callsOf(app, 'renderMail')[0]).toMatchObject({
    params: { campaignId: '6', trackingId: '900' },
    query: { mode: 'maillive' },
  })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await actions('Resend')
  await confirm('Send again?', 'Resend')
  expect(await screen.findByText('1 message will be sent again.')).toBeVisible()
  expect(callsOf(app, 'resendTrackings')[0]?.body).toEqual({ ids: [900] })
  await press('Actions for Customer 900')
  await screen.findByRole('menuitem', { name: 'Preview' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  endApp()
  const single = await open({ shown: { campaignType: 'PULL_SINGLE' } })
  await actions('Delete')
  await confirm('Delete 1 message?', 'Delete')
  await waitFor(() => expect(callsOf(single, 'removeTrackings')[0]?.body).toEqual({ ids: [900] }))
})

test('a preview says that it loads, then shows the mail of that message (PREVIEW-02)', async () => {
  const gate = makeGate()
  gate.close()
  const answer = async () => {
    await gate.pass()
    return { subject: 'Hi Eva', html: '<!doctype html><html lang="en"><title>Hi</title></html>', text: 'Hi' }
  }
  await open({ served: [{ route: renderMail, answer }] })
  await press('Actions for Customer 901')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Preview' }))
  const dialog = await screen.findByRole('dialog', { name: 'Preview' })
  expect(await within(dialog).findByText(/loading/i)).toBeVisible()
  expect(within(dialog).queryByTitle('Preview')).toBeNull()
  gate.open()
  expect(await within(dialog).findByTitle('Preview')).toBeVisible()
  expect(within(dialog).queryByText(/loading/i)).toBeNull()
})

test('chosen messages are sent again or deleted together (CAMPD-14)', async () => {
  const app = await open()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Customer 900' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Customer 901' }))
  await press('Mail')
  await confirm('Send again?', 'Resend')
  await waitFor(() => expect(callsOf(app, 'resendTrackings')[0]?.body).toEqual({ ids: [900, 901] }))
})

test('stopping and deleting ask first; then the page it was opened from is shown again (CAMPD-20) (CAMPD-21) (CAMPD-22) (CAMPL-04) (NAV-31)', async () => {
  const app = await open({ at: '/mailcampaign/visits/6?fromPage=overview' })
  expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', '/page/overview/visits/country=SE')
  await press('Stop')
  await confirm('Stop campaign?', 'Stop')
  expect(await screen.findByText('stopped')).toBeVisible()
  await press('Delete')
  await confirm('Delete campaign?', 'Delete')
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  expect(callsOf(app, 'removeCampaign')).toHaveLength(1)
})

test('the report is opened with a ticket, the information in a dialog, and who was left out in a list (CAMPD-16a) (CAMPD-39)', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: window } as Window)
  await open()
  await press('Download')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }))
  await waitFor(() => expect(opened).toHaveBeenCalled())
  expect(opened.mock.calls[0]?.[0]).toBe(
    `${downloadCampaign.path.replace('{survey}', 'visits').replace('{campaignId}', '6')}?format=xlsx&token=once`,
  )
  await press('Information')
  const dialog = await screen.findByRole('dialog', { name: 'Information' })
  expect(dialog.getBoundingClientRect().width).toBe(600)
  for (const value of ['After the visit', 'after_visit', 'Invitation', 'hello@example.org', 'country=SE', '120'])
    expect(within(dialog).getByText(value)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Written to within 90 days')
  const list = await screen.findByRole('dialog', { name: 'Written to within 90 days' })
  expect(await within(list).findByRole('rowheader', { name: 'Liv Haug' })).toBeVisible()
})

test('Edit opens the editor for root at its first tab; others stay where they are (CAMPD-41) (CAMPE-01) (CAMPE-02) (CAMPE-05)', async () => {
  const app = await open()
  await press('Edit')
  const tabs = within(await screen.findByRole('tablist', { name: 'Edit' })).getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Sendings', 'Template', 'Data validation', 'Filters'])
  expect(app.address()).toBe('/mailcampaign/visits/6#basic')
  expect(await accessibilityProblems()).toEqual([])
  await press('Cancel')
  await waitFor(() => expect(app.address()).toBe('/mailcampaign/visits/6'))
  endApp()
  await open({ at: '/mailcampaign/visits/6#basic', isRoot: false })
  expect(await screen.findByText('prepare')).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('Update waits for both tabs, and the one that is not valid has a sign (CAMPE-03) (CAMPE-04) (CAMPE-20)', async () => {
  await open({ at: '/mailcampaign/visits/6#basic' })
  const name = await screen.findByRole('textbox', { name: 'Campaign name' })
  expect(await button('Update')).toBeEnabled()
  await userEvent.clear(name)
  await userEvent.tab()
  expect(await screen.findByText('Name is required')).toBeVisible()
  expect(await button('Update')).toBeDisabled()
  const tab = screen.getByRole('tab', { name: /^Sendings/ })
  expect(within(tab).getByRole('img', { name: 'Something is missing here' })).toBeVisible()
  await userEvent.fill(name, 'Autumn')
  await userEvent.click(screen.getByRole('tab', { name: /^Template/ }))
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Sender name' }))
  expect(await button('Update')).toBeDisabled()
})

test('the filters change a draft that is saved as the link, and nothing follows them (CAMPE-06) (CAMPE-07) (CAMPE-08) (CAMPE-30)', async () => {
  const app = await open({ at: '/mailcampaign/visits/6#filters', shown: { link: 'country=SE?customer=anna~' } })
  expect(await screen.findByRole('complementary', { name: 'Filters' })).toBeVisible()
  const chips = await screen.findByRole('list', { name: 'Filters' })
  expect(within(chips).getByText(/anna/)).toBeVisible()
  const segments = app.address()
  await userEvent.click(within(chips).getByRole('button', { name: /^Remove/ }))
  await waitFor(() => expect(within(chips).queryByText(/anna/)).toBeNull())
  expect(app.address()).toBe(segments)
  await press('Update')
  expect(await screen.findByText('The campaign was updated.')).toBeVisible()
  expect(callsOf(app, 'updateCampaign')[0]?.body).toMatchObject({
    link: 'country=SE',
    version: 3,
    title: 'After the visit',
  })
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull())
})
