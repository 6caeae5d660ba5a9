import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { streamCampaign } from '@gensvar/contract/campaign-progress'
import { createCampaign, getCampaign, listTrackings } from '@gensvar/contract/campaigns'
import { campaignExample, trackingExample } from '@gensvar/contract/entities/campaign-examples'
import { templateEntities } from '@gensvar/contract/entities/templates'
import { getEditorOptions, listMergeTags, listStartTemplates } from '@gensvar/contract/template-editor'
import { getTemplate, listTemplateLocales, listTemplateTags, previewMail } from '@gensvar/contract/templates'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { wizardServer } from './testing/wizard-server.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const address = '/createmailcampaign/visits/invite/country=SE'

function open({
  at = address,
  served = [],
  isRoot = false,
}: { at?: string; served?: Served[]; isRoot?: boolean } = {}): Promise<RunningApp> {
  return renderApp(at, [
    ...served,
    ...wizardServer(),
    serve(getCampaign, campaignExample),
    serve(listTrackings, trackingExample),
    serve(streamCampaign, () => refusal('not_found')),
    ...signedInServer(identityFixture({ isRoot }), startWith({})),
  ])
}

const named = (name: string | RegExp) => screen.findByRole('textbox', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
// Playwright does not click what cannot be used yet; people do.
const next = async () => (await screen.findByRole('button', { name: 'Next' })).click()
const chosen = (name: string) => screen.findByRole('combobox', { name })
const hasField = (name: string) =>
  (['textbox', 'combobox'] as const).some((role) => screen.queryByRole(role, { name }) !== null)
const isAt = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name: new RegExp(name), current: 'step' })).toBeVisible())
const callsOf = (app: RunningApp, route: string) => app.calls.filter((one) => one.route === route)
const last = <Item,>(items: readonly Item[]): Item | undefined => items.at(-1)

async function toStep(step: 2 | 3 | 4): Promise<void> {
  await userEvent.fill(await named('Campaign name'), 'Spring')
  for (const name of ['Template', 'Check data', 'Start'].slice(0, step - 1)) {
    await next()
    await isAt(name)
  }
}

test('step 1 asks for name, method and type, and Next waits until they are right (WIZ-02a) (WIZ-13) (WIZ-32)', async () => {
  const app = await open()
  const name = await named('Campaign name')
  expect(screen.getByRole('combobox', { name: 'Method' })).toHaveValue('EMAIL')
  expect(screen.queryByText('Name is required')).toBeNull()
  await next()
  expect(await screen.findByText('Name is required')).toBeVisible()
  expect(app.address()).toBe(address)
  await userEvent.fill(name, 'Spring')
  await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull())
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await next()
  await waitFor(() => expect(app.address()).toBe(`${address}?step=2`))
  app.back()
  await waitFor(() => expect(app.address()).toBe(address))
  expect(await named('Campaign name')).toHaveValue('Spring')
})

test('others than root have one-shot and auto-add; root has push and the extname besides (WIZ-02b) (WIZ-16)', async () => {
  await open()
  await named('Campaign name')
  const types = () => screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)
  expect(types()).toEqual(['PULL_ONCE', 'PULL'])
  expect(screen.queryByRole('textbox', { name: 'Extname' })).toBeNull()
  endApp()
  await open({ isRoot: true })
  await named('Extname')
  expect(types()).toEqual(['PULL_ONCE', 'PULL', 'PUSH'])
})

test('scheduling shows for auto-add alone, with its defaults and rules (WIZ-02c) (WIZ-33) (WIZ-34)', async () => {
  const app = await open()
  await userEvent.fill(await named('Campaign name'), 'Spring')
  expect(screen.queryByRole('textbox', { name: 'From day' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Auto-add' }))
  const from = await named('From day')
  const to = await named('To day')
  expect(from).toHaveValue('-30')
  expect(to).toHaveValue('0')
  const days = within(screen.getByRole('group', { name: 'Days' })).getAllByRole<HTMLInputElement>('checkbox')
  expect(days.map(({ checked }) => checked)).toEqual([true, true, true, true, true, false, false, true])
  await userEvent.fill(to, '-30')
  expect(await screen.findByText('must be less than -30')).toBeVisible()
  expect(await screen.findByText('must be larger than -30')).toBeVisible()
  // Not a number: there is nothing to compare.
  await userEvent.fill(to, '-')
  await waitFor(() => expect(screen.queryByText(/^must be/)).toBeNull())
  await userEvent.clear(to)
  await userEvent.tab()
  await next()
  expect(await screen.findByText('Fill this in')).toBeVisible()
  expect(app.address()).toBe(address)
})

test('changing the method clears the template and loads again; each asks for what it needs (WIZ-10) (WIZ-14) (WIZ-18)', async () => {
  const app = await open()
  await toStep(2)
  const template = await chosen('Template')
  expect(template).toHaveValue('Invitation')
  expect(await named('Sender name')).toBeVisible()
  const method = async (name: string) => {
    await press('Previous')
    const select = await screen.findByRole('combobox', { name: 'Method' })
    expect([...select.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'E-mail',
      'SMS',
      'Letter',
      'Phone',
    ])
    await userEvent.selectOptions(select, name)
    await next()
    await isAt('Template')
  }
  await method('Phone')
  expect(await chosen('Template')).toHaveValue('')
  await waitFor(() => expect(last(callsOf(app, 'getCampaignInfo'))?.query['sendingType']).toBe('PHONE'))
  expect(await chosen('Voice')).toBeVisible()
  expect(await chosen('Language of the voice')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Sender name' })).toBeNull()
  await next()
  // Template, sender, voice and language.
  expect(await screen.findAllByText('Fill this in')).toHaveLength(4)
  await method('Letter')
  await userEvent.click(await chosen('Template'))
  await userEvent.click(await screen.findByRole('option', { name: 'Members' }))
  // It needs nothing besides.
  await next()
  await waitFor(() => expect(app.address()).toBe(`${address}?step=3`))
})

test('the steps are four: Next waits for what is missing, Previous never does (WIZ-01)', async () => {
  const app = await open()
  const steps = await screen.findByRole('list', { name: 'Steps' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(4)
  await next()
  await isAt('Campaign')
  await toStep(2)
  const sender = await named('Sender name')
  await userEvent.clear(sender)
  expect(await screen.findByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await next()
  await isAt('Template')
  // What is missing here keeps nobody from going back.
  await press('Previous')
  await isAt('Campaign')
  await next()
  await userEvent.fill(await named('Sender name'), 'Shop')
  await next()
  await isAt('Check data')
  await next()
  await isAt('Start')
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  for (const name of ['Check data', 'Template', 'Campaign']) {
    // The steps' own, not that of the carousel.
    ;(await screen.findByRole('button', { name: 'Previous' })).click()
    await isAt(name)
  }
  expect(app.address()).toBe(address)
})

test('step 2 has template, bcc, reply-to and fixed recipient, and the sender and the voice that the method needs (WIZ-03a) (WIZ-03b) (WIZ-03c)', async () => {
  for (const [method, senders, voices] of [
    ['E-mail', ['Sender name', 'Sender address'], []],
    ['SMS', ['Sender'], []],
    ['Letter', [], []],
    ['Phone', ['Sender'], ['Voice', 'Language of the voice']],
  ] as const) {
    await open()
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Method' }), method)
    await toStep(2)
    expect(await chosen('Template')).toBeVisible()
    for (const name of ['Bcc', 'Reply-to', 'Fixed recipient']) expect(await named(name)).toBeVisible()
    expect(['Sender name', 'Sender address', 'Sender'].filter(hasField), method).toEqual(senders)
    expect(['Voice', 'Language of the voice'].filter(hasField), method).toEqual(voices)
    endApp()
  }
})

test('calls are in the languages that there are voices for (WIZ-23)', async () => {
  const app = await open()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Method' }), 'Phone')
  await toStep(2)
  await userEvent.click(await chosen('Language of the voice'))
  const shown = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const locales = ['da', 'nl', 'en', 'en-US', 'en-GB', 'fi', 'fr', 'de', 'it', 'es', 'no', 'sv']
  expect(shown).toEqual(locales.map((locale) => names.of(locale)))
  expect(app.address()).toBe(`${address}?step=2`)
})

const stored = {
  ...templateEntities.Template.example,
  ...{ design: JSON.stringify({ mjml: '<mjml>\n<mj-body></mj-body>\n</mjml>', preheader: '' }), languages: [] },
  ...{ version: 3, canEdit: true },
}

test('whoever may change templates has the editor of the chosen one below the fields (WIZ-03d)', async () => {
  const { rights } = startWith({})
  const start = startWith({}, { rights: { ...rights, canAdministrate: true } })
  await renderApp(address, [
    serve(getTemplate, stored),
    serve(listTemplateLocales, { locales: [{ value: 'en', text: 'English' }] }),
    serve(listTemplateTags, { tags: [] }),
    serve(listMergeTags, { tags: [] }),
    serve(getEditorOptions, {
      ...{
        blocks: [],
        fromEmails: [],
        fromName: '',
        ownEmail: 'anna@example.org',
        smsSender: '',
        maxImageBytes: 700_000,
      },
    }),
    serve(listStartTemplates, { templates: [] }),
    serve(previewMail, { mail: null, problems: [] }),
    ...wizardServer(),
    ...signedInServer(identityFixture(), start),
  ])
  await toStep(2)
  const below = await screen.findByRole('region', { name: 'Template' })
  expect(await within(below).findByRole('textbox', { name: 'Name' })).toHaveValue(stored.name)
  const fields = await chosen('Template')
  expect(fields.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  endApp()
  await open()
  await toStep(2)
  expect(screen.queryByRole('region', { name: 'Template' })).toBeNull()
})

test('the fixed recipient is for whom the server allows it, and for push (WIZ-17) (WIZ-35)', async () => {
  const app = await open({ isRoot: true })
  await toStep(2)
  expect(await named('Fixed recipient')).toBeDisabled()
  await press('Previous')
  await userEvent.click(await screen.findByRole('radio', { name: 'Push' }))
  await next()
  await isAt('Template')
  expect(await named('Fixed recipient')).toBeEnabled()
  await next()
  await isAt('Check data')
  await next()
  await waitFor(() => expect(app.address()).toBe(`${address}?step=4`))
  expect(await screen.findByRole('button', { name: 'Schedule start' })).toBeDisabled()
  endApp()
  await open({ served: wizardServer(() => ({ editFixedRecipient: true })) })
  await toStep(2)
  expect(await named('Fixed recipient')).toBeEnabled()
})

test('step 3 has the checks with their numbers and help; those on by default are on (WIZ-04) (WIZ-19)', async () => {
  const app = await open()
  await toStep(3)
  const recent = await screen.findByRole('switch', { name: /^Not asked in 90 days/ })
  expect(recent).toBeChecked()
  expect(recent).toHaveAccessibleDescription('Spares people')
  expect(screen.getByRole('switch', { name: 'Adults' })).not.toBeChecked()
  expect(screen.getByText('106 interviews')).toBeVisible()
  expect(callsOf(app, 'getCampaignInfo')[0]?.query).toMatchObject({ initial: 'true', filters: '' })
  await userEvent.click(screen.getByRole('switch', { name: 'Adults' }))
  await waitFor(() =>
    expect(last(callsOf(app, 'getCampaignInfo'))?.query).toEqual({
      filters: 'recent,adults',
      deletedRecipients: '',
      sendingType: 'EMAIL',
      ways: '',
    }),
  )
})

test('beside the steps stands whom it reaches and who is left out, by the rule that opens the list (WIZ-09)', async () => {
  await open()
  const panel = await screen.findByRole('complementary', { name: 'Selected customers' })
  expect(within(panel).getByRole('status')).toHaveTextContent('4 customers selected')
  expect(within(panel).getByText('Sweden')).toBeVisible()
  expect(within(panel).getByText('Period: last 30 days')).toBeVisible()
  await userEvent.click(within(panel).getByRole('button', { name: 'Written to within 90 days' }))
  const dialog = await screen.findByRole('dialog', { name: 'Written to within 90 days' })
  expect(await within(dialog).findByRole('rowheader', { name: 'Liv Haug' })).toBeVisible()
})

test('step 4 lists the recipients with previews; one who is deleted stays out of every later call (WIZ-06a) (WIZ-06b) (WIZ-06c) (WIZ-20) (WIZ-21)', async () => {
  const app = await open()
  await toStep(4)
  const table = await screen.findByRole('table', { name: 'Recipients' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Name', 'E-mail', 'State', 'Preview', 'Delete'])
  expect(callsOf(app, 'listNewRecipients')[0]?.query).toMatchObject({ from: '0', to: '50', filters: 'recent' })
  await userEvent.click(within(table).getByRole('button', { name: 'Preview of Ola Berg' }))
  const dialog = await screen.findByRole('dialog', { name: 'Preview of Ola Berg' })
  expect(await within(dialog).findByTitle('Preview of Ola Berg')).toHaveAttribute('sandbox', '')
  expect(within(dialog).getByText('Hi 12')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(within(table).getByRole('button', { name: 'Delete Ola Berg' }))
  await waitFor(() => expect(within(table).queryByText('Ola Berg')).toBeNull())
  expect(await screen.findByText('3', { selector: 'aside strong' })).toBeVisible()
  const later = ['getCampaignInfo', 'listNewRecipients'].map((route) => last(callsOf(app, route))?.query)
  expect(later.map((query) => query?.['deletedRecipients'])).toEqual(['12', '12'])
  await userEvent.fill(screen.getByRole('textbox', { name: 'Filter the table' }), 'Kari')
  await waitFor(() => expect(last(callsOf(app, 'listNewRecipients'))?.query['textfilter']).toBe('Kari'))
  await press('Start campaign')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Confirm' })).getByRole('button', { name: 'Start campaign' }),
  )
  await waitFor(() => expect(callsOf(app, 'createCampaign')[0]?.query['deletedRecipients']).toBe('12'))
})

test('three different recipients are shown one after the other, also with the arrow keys (WIZ-07)', async () => {
  await open()
  await toStep(4)
  const carousel = await screen.findByRole('group', { name: 'What they get' })
  expect(await within(carousel).findByTitle('Preview of Eva Lind')).toBeVisible()
  await userEvent.click(within(carousel).getByRole('button', { name: 'Next recipient' }))
  expect(await within(carousel).findByTitle('Preview of Ola Berg')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  expect(await within(carousel).findByTitle('Preview of Kim Dahl')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  expect(await within(carousel).findByTitle('Preview of Eva Lind')).toBeVisible()
})

test('starting asks first, then the campaign is made, said to run, and shown (WIZ-05) (WIZ-11) (WIZ-12) (NAV-32)', async () => {
  const app = await open()
  await toStep(4)
  expect(await screen.findByText('Spring', { selector: 'dd' })).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await press('Start campaign')
  const dialog = await screen.findByRole('dialog', { name: 'Confirm' })
  expect(within(dialog).getByText('Start campaign?')).toBeVisible()
  expect(callsOf(app, 'createCampaign')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start campaign' }))
  expect(await screen.findByText('Spring is now running')).toBeVisible()
  await waitFor(() => expect(app.address()).toBe('/mailcampaign/visits/6'))
  expect(callsOf(app, 'createCampaign')[0]).toMatchObject({
    params: { survey: 'visits', mailAction: 'invite', drillPath: 'country=SE' },
    query: { filters: 'recent', deletedRecipients: '' },
    body: {
      ...{ campaignName: 'Spring', sendingType: 'EMAIL', campaignType: 'PULL_ONCE', templateId: 2 },
      ...{ fromName: 'Example', fromEmail: 'hello@example.org', scheduledPeriod: null, scheduleParams: null },
    },
  })
})

test('a start can be scheduled, which needs a day and a time (WIZ-08) (WIZ-15) (WIZ-31)', async () => {
  const made = serve(createCampaign, { campaignId: 6, recipients: 4, state: 'CREATED' })
  const app = await open({ served: [made] })
  await toStep(4)
  await press('Schedule start')
  const dialog = await screen.findByRole('dialog', { name: 'Schedule start' })
  const choose = within(dialog).getByRole('button', { name: 'Schedule' })
  expect(choose).toBeDisabled()
  await userEvent.fill(within(dialog).getByRole('textbox', { name: 'Start date' }), '2099-03-01')
  expect(choose).toBeDisabled()
  await userEvent.fill(within(dialog).getByLabelText('Time', { exact: false }), '09:30')
  await waitFor(() => expect(choose).toBeEnabled())
  await userEvent.click(choose)
  await press('Start campaign')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Confirm' })).getByRole('button', { name: 'Start campaign' }),
  )
  expect(await screen.findByText('Spring is scheduled')).toBeVisible()
  const body = callsOf(app, 'createCampaign')[0]?.body as { scheduledStartDateTime: string }
  expect(new Date(body.scheduledStartDateTime)).toEqual(new Date('2099-03-01T09:30'))
})

test('what was entered is there again after a reload, and a wrong field is told at its step', async () => {
  await open()
  await toStep(2)
  await userEvent.fill(await named('Reply-to'), 'answers@example.org')
  endApp({ keepsStorage: true })
  const taken = serve(createCampaign, () => refusal('validation', 'Wrong.', { fromEmail: 'is not yours to send from' }))
  const app = await open({ at: `${address}?step=2`, served: [taken] })
  expect(await named('Reply-to')).toHaveValue('answers@example.org')
  await next()
  await isAt('Check data')
  await next()
  await isAt('Start')
  await press('Start campaign')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Confirm' })).getByRole('button', { name: 'Start campaign' }),
  )
  await waitFor(() => expect(app.address()).toBe(`${address}?step=2`))
  expect(await chosen('Sender address')).toHaveAccessibleDescription(/not yours to send from/)
})

test('step 2 takes further ways in an order of their own, which count with the recipients and are sent', async () => {
  const app = await open({
    served: wizardServer(({ query }) =>
      query['ways'] === undefined || query['ways'] === ''
        ? {}
        : {
            byWay: [
              { sendingType: 'EMAIL', count: 3 },
              { sendingType: 'LETTER', count: 1 },
              { sendingType: 'SMS', count: 0 },
            ],
          },
    ),
  })
  await toStep(2)
  const list = () => screen.findByRole('list', { name: 'If that does not reach them' })
  await press('Add SMS')
  expect(await screen.findByRole('button', { name: 'Move SMS' })).toHaveFocus()
  await press('Add Letter')
  expect(screen.queryByRole('button', { name: 'Add SMS' })).toBeNull()
  // The only template of SMS is chosen; of letters there are two.
  await next()
  const [, letter] = within(await list()).getAllByRole('listitem')
  await waitFor(() => expect(letter?.textContent).toMatch(/Fill this in/))
  await userEvent.click(within(await list()).getAllByRole('combobox', { name: 'Template' })[1] as HTMLElement)
  await userEvent.click(await screen.findByRole('option', { name: 'Card' }))
  // Letters come first, by the keyboard.
  screen.getByRole('button', { name: 'Move Letter' }).focus()
  await userEvent.keyboard('{ArrowUp}')
  await waitFor(() => expect(last(callsOf(app, 'getCampaignInfo'))?.query['ways']).toBe('LETTER,SMS'))
  expect(screen.getByRole('button', { name: 'Move Letter' })).toHaveFocus()
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  const reached = await screen.findByRole('list', { name: 'Reached by' })
  expect(
    within(reached)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['E-mail3', 'Letter1', 'SMS0'])
  await next()
  await isAt('Check data')
  await next()
  await isAt('Start')
  expect(await screen.findByText('Letter: Card · SMS: Text')).toBeVisible()
  expect(screen.getByText('E-mail 3 · Letter 1 · SMS 0')).toBeVisible()
  await waitFor(() => expect(last(callsOf(app, 'listNewRecipients'))?.query['ways']).toBe('LETTER,SMS'))
  await press('Start campaign')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start campaign' }))
  await waitFor(() => expect(callsOf(app, 'createCampaign')).toHaveLength(1))
  expect(callsOf(app, 'createCampaign')[0]?.body).toMatchObject({
    ways: [
      { sendingType: 'LETTER', templateId: 6, fromEmail: '' },
      { sendingType: 'SMS', templateId: 4, fromEmail: 'Example' },
    ],
  })
})

test('a further way can be left out again, and is none of its own where the campaign goes it first', async () => {
  const app = await open()
  await toStep(2)
  await press('Add SMS')
  await press('Add Letter')
  await press('Remove Letter')
  expect(await screen.findByRole('button', { name: 'Add Letter' })).toHaveFocus()
  await press('Previous')
  await isAt('Campaign')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Method' }), 'SMS')
  await waitFor(() =>
    expect(last(callsOf(app, 'getCampaignInfo'))?.query).toMatchObject({ sendingType: 'SMS', ways: '' }),
  )
})
