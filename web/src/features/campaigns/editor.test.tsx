import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { getCampaignConfiguration } from '@gensvar/contract/campaigns'
import type { Campaign } from '@gensvar/contract/entities/campaigns'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { filterFixture, filterServer, groupFixture, optionsOf } from '#web/features/filters/testing/filter-fixtures.ts'
import { startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { campaignServer, configuration } from './testing/campaign-server.ts'
import { wizardServer } from './testing/wizard-server.ts'

afterEach(() => endApp())

/** Opens the editor of a campaign for root at one of its tabs. */
function open(
  shown: Partial<Campaign> = {},
  tab = 'basic',
  served: Served[] = [],
  start: Parameters<typeof startWith>[1] = {},
): Promise<RunningApp> {
  return renderApp(`/mailcampaign/visits/6#${tab}`, [
    ...served,
    ...campaignServer(shown),
    ...signedInServer(identityFixture({ isRoot: true }), startWith({}, start)),
  ])
}

const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
const chosen = (name: string) => screen.findByRole('combobox', { name })
const hasField = (name: string) =>
  (['textbox', 'combobox'] as const).some((role) => screen.queryByRole(role, { name }) !== null)
const tab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }))
const update = () => screen.findByRole('button', { name: 'Update' })

async function saved(app: RunningApp): Promise<Record<string, unknown>> {
  await userEvent.click(await update())
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'updateCampaign')).toBe(true))
  return app.calls.find(({ route }) => route === 'updateCampaign')?.body as Record<string, unknown>
}

test('the sendings have name, extname, type and start; the schedule is for auto-add alone (CAMPE-09) (CAMPE-10) (CAMPE-12)', async () => {
  const app = await open({ campaignType: 'PULL_ONCE', scheduledPeriod: null, scheduleParams: null })
  expect(await field('Campaign name')).toHaveValue('After the visit')
  expect(await field('Extname')).toHaveValue('after_visit')
  const type = await chosen('Type')
  expect([...type.querySelectorAll('option')].map(({ value }) => value)).toEqual(['PULL_ONCE', 'PULL', 'PUSH'])
  const start = await field('Start date')
  expect(start).toBeEnabled()
  expect(screen.getByLabelText('Time', { exact: false, selector: 'input' })).toBeVisible()
  const scheduling = ['From day', 'To day'].map((name) => () => screen.queryByRole('textbox', { name }))
  for (const shown of scheduling) expect(shown()).toBeNull()
  expect(screen.queryByRole('group', { name: 'Days' })).toBeNull()
  await userEvent.selectOptions(type, 'PULL')
  expect(await chosen('How often')).toHaveValue('DAILY')
  for (const shown of scheduling) expect(shown()).toBeEnabled()
  await userEvent.fill(start, '2099-03-01')
  await userEvent.fill(screen.getByLabelText('Time', { exact: false, selector: 'input' }), '09:30')
  const body = await saved(app)
  expect(new Date(String(body['scheduledStartDateTime']))).toEqual(new Date('2099-03-01T09:30'))
})

test('a campaign that is made auto-add begins with the usual days, which the rules compare (CAMPE-24) (CAMPE-25)', async () => {
  await open({ campaignType: 'PULL_ONCE', scheduledPeriod: null, scheduleParams: null })
  await userEvent.selectOptions(await chosen('Type'), 'PULL')
  const from = await field('From day')
  const to = await field('To day')
  expect([from, to].map((one) => (one as HTMLInputElement).value)).toEqual(['-30', '0'])
  const days = within(screen.getByRole('group', { name: 'Days' })).getAllByRole<HTMLInputElement>('checkbox')
  // Monday to Friday, and public holidays at the end.
  expect(days.map(({ checked }) => checked)).toEqual([true, true, true, true, true, false, false, true])
  await userEvent.fill(from, '5')
  expect(await screen.findByText('must be less than 0')).toBeVisible()
  expect(await screen.findByText('must be larger than 5')).toBeVisible()
  expect(await update()).toBeDisabled()
  await userEvent.fill(to, '-')
  await waitFor(() => expect(screen.queryByText(/^must be/)).toBeNull())
})

test('of a push campaign the start is closed and the fixed recipient open (CAMPE-11a) (CAMPE-11b)', async () => {
  const app = await open()
  expect(await field('Start date')).toBeEnabled()
  await tab(/^Template/)
  expect(await field('Fixed recipient')).toBeDisabled()
  await tab(/^Sendings/)
  await userEvent.selectOptions(await chosen('Type'), 'PUSH')
  expect(await field('Start date')).toBeDisabled()
  expect(screen.getByLabelText('Time', { exact: false, selector: 'input' })).toBeDisabled()
  await tab(/^Template/)
  const fixed = await field('Fixed recipient')
  expect(fixed).toBeEnabled()
  await userEvent.fill(fixed, 'desk@example.org')
  expect(await saved(app)).toMatchObject({
    ...{ campaignType: 'PUSH', fixedRecipient: 'desk@example.org', scheduledStartDateTime: null },
  })
})

const senders = [
  ['EMAIL', ['Sender name', 'Sender address']],
  ['SMS', ['Sender']],
  ['PHONE', ['Sender']],
  ['LETTER', []],
] as const

test('the template tab has the template, the sender that the way of sending needs, bcc, reply-to and fixed recipient (CAMPE-13)', async () => {
  for (const [sendingType, expected] of senders) {
    const own = sendingType === 'PHONE' ? { templateId: null, callTemplate: 2 } : {}
    await open({ sendingType, ...own }, 'template')
    expect(await chosen('Template')).toHaveValue('Invitation')
    expect(['Sender name', 'Sender address', 'Sender'].filter(hasField), sendingType).toEqual(expected)
    for (const name of ['Bcc', 'Reply-to', 'Fixed recipient']) expect(await field(name)).toBeVisible()
    endApp()
  }
})

test('the template of a call is stored in a field of its own, any other as templateId (CAMPE-14)', async () => {
  for (const [sendingType] of senders) {
    const isCall = sendingType === 'PHONE'
    const app = await open({ sendingType, ...(isCall && { templateId: null, callTemplate: 2 }) }, 'template')
    await userEvent.click(await chosen('Template'))
    await userEvent.click(await screen.findByRole('option', { name: 'Members' }))
    const stored = isCall ? { callTemplate: 3, templateId: null } : { callTemplate: null, templateId: 3 }
    expect(await saved(app), sendingType).toMatchObject(stored)
    endApp()
  }
})

test('the checks of the data have a tab of their own, with how many pass them (CAMPE-36)', async () => {
  const app = await open({}, 'validation')
  const panel = await screen.findByRole('tabpanel', { name: 'Data validation' })
  const recent = await within(panel).findByRole('switch', { name: /^Not asked in 90 days/ })
  expect(recent).toBeChecked()
  expect(within(panel).getByText('96 interviews')).toBeVisible()
  await userEvent.click(recent)
  expect(await saved(app)).toMatchObject({ filters: [] })
})

test('where there is no template, the field of the editor and that of the wizard say so (CAMPE-15)', async () => {
  async function expectNone(): Promise<void> {
    const template = await chosen('Template')
    expect(template).toHaveAttribute('placeholder', 'There are no templates yet')
    await userEvent.click(template)
    expect(await screen.findByText('There are no templates yet')).toBeVisible()
  }
  const none = serve(getCampaignConfiguration, { ...configuration, templates: [] })
  await open({ templateId: null, mailTemplate: null }, 'template', [none])
  await expectNone()
  endApp()
  await renderApp('/createmailcampaign/visits/invite/country=SE', [
    ...wizardServer(() => ({ templates: [], templateId: null })),
    ...signedInServer(identityFixture(), startWith({})),
  ])
  await userEvent.fill(await field('Campaign name'), 'Spring')
  ;(await screen.findByRole('button', { name: 'Next' })).click()
  await expectNone()
})

test('the filters, standard ones and those of time, make up the path that is saved (CAMPE-37)', async () => {
  const channel = filterFixture({
    extName: 'channel',
    title: { en: 'Channel' },
    options: optionsOf('Store', 'Web'),
    multipleSelections: true,
  })
  const period = groupFixture([], { key: 'period', title: 'Period', quickSelect: ['rel_-30d_0d'] })
  const app = await open({ link: 'country=SE' }, 'filters', filterServer([groupFixture([channel])], [period]))
  const sidebar = within(await screen.findByRole('complementary', { name: 'Filters' }))
  await userEvent.click(await sidebar.findByRole('checkbox', { name: 'Store' }))
  await userEvent.click(sidebar.getByRole('tab', { name: 'Time' }))
  await userEvent.click(await sidebar.findByRole('button', { name: 'Past 30 days' }))
  const chips = await screen.findByRole('list', { name: 'Filters' })
  await waitFor(() => expect(within(chips).getAllByRole('listitem')).toHaveLength(2))
  expect(await saved(app)).toMatchObject({ link: 'country=SE;channel=store;date=rel_-30d_0d' })
})

test('reminders of an anonymous survey say that they may reach people who have answered', async () => {
  const words = /may also reach people who have answered/
  await open()
  await screen.findByRole('button', { name: 'Add reminder' })
  expect(screen.queryByText(words)).toBeNull()
  endApp()
  await open({}, 'basic', [], { named: false })
  expect(await screen.findByText(words)).toBeVisible()
})
