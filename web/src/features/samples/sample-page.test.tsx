import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { questionFieldExample, sampleEntities } from '@gensvar/contract/entities/samples'
import type { SampleRights } from '@gensvar/contract/entities/samples'
import type { SampleState } from '@gensvar/contract/entities/states'
import { sampleEditorEntities } from '@gensvar/contract/entities/sample-editor'
import { segmentedDrillPathExample } from '@gensvar/contract/entities/navigation'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { deleteSample, getSample, getSampleEditor, updateSample, validateSample } from '@gensvar/contract/samples'
import type { getSurveyStart } from '@gensvar/contract/surveys'
import { sampleTable } from '@gensvar/contract/widgets/sample-table'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type Sample = z.input<typeof getSample.response>
type Start = z.input<typeof getSurveyStart.response>
type Field = Sample['groups'][number]['fields'][number]

const field = (questionId: string, change: Partial<Field> = {}): Field => ({
  ...questionFieldExample,
  questionId,
  title: { en: questionId },
  type: 'text',
  value: `${questionId} of Eva`,
  ...change,
})

const choices = [
  { extName: 'spring', title: { en: 'Spring' } },
  { extName: 'autumn', title: { en: 'Autumn' } },
]

const email = field('email', { title: { en: 'E-mail' }, type: 'Email', value: 'eva@example.org' })
const reason = field('reason', { title: { en: 'Reason' }, value: null, cancelledComment: true })
const note = field('note', { title: { en: 'Note' }, value: null, approvedComment: true })
const period = field('period', {
  title: { en: 'Ask again in' },
  type: 'SingleChoice',
  value: null,
  choices,
  optional: true,
})

const example: Sample = {
  ...sampleEntities.Sample.example,
  groups: [
    { title: { en: 'Customer' }, fields: [field('name', { title: { en: 'Name' }, value: 'Eva' }), email] },
    {
      title: { en: 'Visit' },
      fields: [field('note.2', { title: { en: 'What happened' }, optional: true, value: null })],
    },
  ],
  tableGroups: [{ title: { en: 'Contacts' }, columns: [{ en: 'When' }], rows: [['2 March']] }],
}

const rights: SampleRights = {
  canEdit: true,
  canEditState: true,
  canCancelSamples: true,
  canPostpone: true,
  hasSampleExtendedState: true,
  showApproveButtonInState2: true,
  showApproveButtonInState3: true,
  canResendEmail: true,
  canResendSMS: true,
  isResendDisabled: false,
  canDelete: true,
}

interface Stored {
  sample: Sample
  notices?: string[]
}

/** The far end: what it has stored, and what it finds wrong. */
function farEnd(stored: Stored) {
  return [
    serve(getSegmentedDrillPath, segmentedDrillPathExample),
    ...signedInServer(identityFixture(), startFixture()),
    serve(getSample, () => stored.sample),
    serve(validateSample, { questionIdToMessages: {} }),
    serve(updateSample, ({ body }) => {
      stored.sample = { ...stored.sample, state: (body as { state: SampleState }).state, version: 2 }
      return { sample: stored.sample, notices: stored.notices ?? [] }
    }),
  ]
}

async function open(change: Partial<Sample> = {}, extra: Parameters<typeof renderApp>[1] = [], notices?: string[]) {
  const app = await renderApp('/ranking/visits/country=SE', [
    ...extra,
    ...farEnd({ sample: { ...example, ...change }, notices }),
  ])
  app.go('/sample/visits/ranking/418')
  await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
  return app
}

const sent = (app: RunningApp, route: string): SeenCall[] => app.calls.filter((call) => call.route === route)
const button = (name: string) => screen.getByRole('button', { name })
const box = (name: string | RegExp) => screen.getByRole('textbox', { name })
const click = async (name: string) => userEvent.click(button(name))

async function write(name: string | RegExp, text: string): Promise<void> {
  await userEvent.clear(box(name))
  if (text !== '') await userEvent.type(box(name), text)
}

describe('the page of a sample', () => {
  test('shows groups with their fields, and tables (SAMPLE-24), state and place', async () => {
    await open()
    for (const title of ['Customer', 'Visit', 'Contacts'])
      expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(box(/^Name/)).toHaveValue('Eva')
    expect(box(/^E-mail/)).toHaveValue('eva@example.org')
    expect(within(screen.getByRole('table', { name: 'Contacts' })).getByRole('cell', { name: '2 March' })).toBeVisible()
    const head = within(screen.getByRole('region', { name: 'Eva Lind' }))
    expect(head.getByText('Stockholm, 2 March 2026')).toBeVisible()
    expect(head.getByText('New')).toBeVisible()
    const place = within(screen.getByRole('navigation', { name: 'Place of the sample' }))
    expect(await place.findByRole('link', { name: 'Sweden' })).toBeVisible()
  })

  test('is accessible in both schemes, wide and narrow', async () => {
    await open({ ...rights, evalPeriodQuestion: period })
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('says when there is no such sample, or none may be opened', async () => {
    const app = await renderApp('/sample/visits/ranking/419', [
      serve(getSample, () => refusal('not_found', 'There is no such response.')),
      ...farEnd({ sample: example }),
    ])
    expect(await screen.findByText('There is no such sample')).toBeVisible()
    await userEvent.click(button('To the start page'))
    await waitFor(() => expect(app.address()).toContain('/page/overview/visits'))
    endApp()
    await renderApp('/sample/visits/ranking/none', farEnd({ sample: example }))
    expect(await screen.findByText('There is no such sample')).toBeVisible()
    endApp()
    await renderApp('/sample/visits/ranking/418', [
      serve(getSample, () => refusal('forbidden', 'Your role may not open samples of this survey.')),
      ...farEnd({ sample: example }),
    ])
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
  })

  test('says that the period is closed, and until when samples are open', async () => {
    await open({ period: { isOpen: false, from: '2026-01-01', to: '2026-03-31' }, canEdit: false, canEditState: false })
    const notice = screen.getByRole('alert', { name: 'The period of this sample is closed' })
    expect(notice).toHaveTextContent(
      'Samples of 1 Jan 2026 to 31 Mar 2026 are open\. You can read it, but not change it.',
    )
    endApp()
    await open({ period: { isOpen: true, from: '2026-01-01', to: null } })
    expect(screen.getByText('Samples from 1 Jan 2026 on are open.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('has no inputs and no Save where nothing may be changed', async () => {
    const groups = [{ title: { en: 'Customer' }, fields: [{ ...email, readOnly: true }] }]
    await open({ canEdit: false, canEditState: false, canResendEmail: false, groups })
    expect(screen.getByRole('group', { name: 'E-mail' })).toHaveTextContent('E-maileva@example.org')
    expect(screen.queryByRole('textbox', { name: /E-mail/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByText('Your role can read this sample, but not change it.')).toBeVisible()
  })
})

describe('the state of a sample', () => {
  const questions = {
    stateQuestion: field('visit_state', { title: { en: 'Visit state' }, value: 'planned' }),
    subStateQuestion: field('visit_substate', { title: { en: 'Sub-state' }, value: 'called' }),
    evalPeriodQuestion: period,
  }

  test('is chosen among those allowed (SAMPLE-25a), with its questions (SAMPLE-25b, SAMPLE-25c, SAMPLE-25d)', async () => {
    const app = await open({ ...rights, ...questions, state: '1' })
    const choice = within(screen.getByRole('radiogroup', { name: 'State' }))
    const names = choice.getAllByRole('radio').map((radio) => radio.closest('div')?.parentElement?.textContent)
    expect(names).toEqual(['New', 'Approved, no response yet', 'Not approved', 'Cancelled'])
    expect(box(/^Visit state/)).toHaveValue('planned')
    expect(box(/^Sub-state/)).toHaveValue('called')
    expect(screen.getByRole('combobox', { name: /Ask again in/ })).not.toBeRequired()
    // Not approved needs the period.
    await userEvent.click(choice.getByRole('radio', { name: 'Not approved' }))
    await click('Save')
    const asked = screen.getByRole('combobox', { name: /Ask again in/ })
    await waitFor(() => expect(asked).toHaveAccessibleDescription('Fill this in'))
    expect(sent(app, 'updateSample')).toEqual([])
    await userEvent.click(asked)
    await userEvent.click(await screen.findByRole('option', { name: 'Spring' }))
    await click('Save')
    await waitFor(() => expect(sent(app, 'updateSample')).toHaveLength(1))
    expect(sent(app, 'updateSample')[0]?.body).toMatchObject({ state: '3', fields: { period: 'spring' } })
  })

  test('is in words alone where no other is allowed', async () => {
    await open({ state: '2', canEditState: false })
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getAllByText('Approved, no response yet')).toHaveLength(2)
  })
})

/** The specification's rules, written down once more. */
function expectedButtons(state: SampleState, has: SampleRights): string[] {
  const approves = {
    '1': true,
    '2': has.showApproveButtonInState2,
    '3': has.showApproveButtonInState3,
    '0': false,
    '4': false,
  }
  return [
    ...(has.canEditState && state !== '4' && has.canCancelSamples ? ['Cancel sample'] : []),
    ...(has.canEditState && state !== '3' && has.canPostpone && has.hasSampleExtendedState ? ['Unapprove'] : []),
    ...(has.canEditState && approves[state] ? ['Approve'] : []),
  ]
}

function expectedEntries(has: SampleRights): string[] {
  return [
    ...(has.canResendEmail && !has.isResendDisabled ? ['Resend e-mail'] : []),
    ...(has.canResendSMS && !has.isResendDisabled ? ['Resend SMS'] : []),
    ...(has.canDelete ? ['Delete'] : []),
  ]
}

describe('the buttons', () => {
  const without = (...names: (keyof SampleRights)[]): SampleRights => ({
    ...rights,
    ...Object.fromEntries(names.map((name) => [name, false])),
  })
  const cases: SampleRights[] = [
    rights,
    without('canEditState'),
    without('canCancelSamples'),
    without('canPostpone', 'canResendSMS'),
    without('hasSampleExtendedState', 'canResendEmail'),
    without('showApproveButtonInState2', 'canDelete'),
    without('showApproveButtonInState3'),
    { ...rights, isResendDisabled: true },
  ]

  test.each(['1', '2', '3', '4'] as const)(
    'in state %s follow the flags (SAMPLE-16, SAMPLE-21a, SAMPLE-21b, SAMPLE-21c, SAMPLE-22, SAMPLE-23, SAMPLE-27, SAMPLE-28, SAMPLE-29)',
    async (state) => {
      for (const has of cases) {
        await open({ ...has, state, evalPeriodQuestion: period })
        const all = screen.getAllByRole('button').map((one) => one.textContent)
        expect(all.filter((name) => ['Cancel sample', 'Unapprove', 'Approve'].includes(name))).toEqual(
          expectedButtons(state, has),
        )
        const entries = expectedEntries(has)
        if (entries.length === 0) expect(all).not.toContain('More')
        else {
          await click('More')
          const menu = await screen.findAllByRole('menuitem')
          expect(menu.map((entry) => entry.textContent)).toEqual(entries)
        }
        endApp()
      }
    },
  )

  test('of a completed response change nothing', async () => {
    await open({ ...rights, state: '0', canEdit: false, canEditState: false, isResendDisabled: true, canDelete: false })
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel sample' })).toBeNull()
    expect(screen.getByRole('link', { name: 'To the interview' })).toHaveAttribute('href', '/interview/visits/418')
  })
})

describe('saving', () => {
  test('sends what was changed, leads back and says so (SAMPLE-13a)', async () => {
    const app = await open()
    await write(/^What happened/, 'Bought a bicycle')
    await click('Save')
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
    expect(await screen.findByText('The sample is saved.')).toBeVisible()
    expect(sent(app, 'updateSample').map((call) => [call.body, call.query])).toEqual([
      [{ version: 1, overwrite: false, state: '1', comment: '', fields: { 'note.2': 'Bought a bicycle' } }, {}],
    ])
  })

  test('leads to the page of the address where there is no page before it', async () => {
    const start = startFixture()
    const samples = { ...start.survey.pages[0]!, extname: 'customers', kind: 'samples' as const }
    for (const [fromPage, address] of [
      ['overview', '/page/overview/visits/country=SE'],
      ['customers', '/samplelist/visits/country=SE'],
      ['samplelist', '/samplelist/visits/country=SE'],
      ['ranking', '/ranking/visits/country=SE'],
      ['elsewhere', '/ranking/visits/country=SE'],
    ] as const) {
      const app = await renderApp(`/sample/visits/${fromPage}/418`, [
        ...signedInServer(identityFixture(), {
          ...start,
          survey: { ...start.survey, pages: [...start.survey.pages, samples] },
        }),
        ...farEnd({ sample: example }),
      ])
      await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
      await click('Save')
      await waitFor(() => expect(app.address()).toBe(address))
      endApp()
    }
  })

  test('checks the form first, then asks the server (SAMPLE-30), and goes on only where neither finds anything (SAMPLE-31)', async () => {
    let messages: Record<string, string[]> = { 'note.2': ['Unknown event', 'Too short'] }
    const app = await open({}, [serve(validateSample, () => ({ questionIdToMessages: messages }))])
    await write(/^E-mail/, 'eva')
    await click('Save')
    await waitFor(() =>
      expect(box(/^E-mail/)).toHaveAccessibleDescription('Enter an e-mail address, such as anna@example.org'),
    )
    expect(sent(app, 'validateSample')).toEqual([])
    await write(/^E-mail/, '')
    await click('Save')
    await waitFor(() => expect(box(/^E-mail/)).toHaveAccessibleDescription('Fill this in'))
    expect(sent(app, 'validateSample')).toEqual([])
    await write(/^E-mail/, 'eva.lind@example.org')
    await write(/^What happened/, 'x')
    await click('Save')
    await waitFor(() => expect(box(/^What happened/)).toHaveAccessibleDescription('Unknown event Too short'))
    expect(box(/^What happened/)).toHaveFocus()
    expect(sent(app, 'validateSample').map((call) => call.body)).toEqual([
      { state: '1', fields: { email: 'eva.lind@example.org', 'note.2': 'x' } },
    ])
    expect(sent(app, 'updateSample')).toEqual([])
    messages = {}
    await click('Save')
    await waitFor(() => expect(sent(app, 'updateSample')).toHaveLength(1))
  })

  test('sends the invitation again, by e-mail or SMS, and says what could not be sent', async () => {
    for (const [name, query] of [
      ['Resend e-mail', { resendEmail: 'true' }],
      ['Resend SMS', { resendSMS: 'true' }],
    ] as const) {
      const app = await open(rights, [], ['Sending is not set up.'])
      await click('More')
      await userEvent.click(await screen.findByRole('menuitem', { name }))
      expect(await screen.findByText('Sending is not set up.')).toBeVisible()
      expect(sent(app, 'updateSample').map((call) => call.query)).toEqual([query])
      endApp()
    }
  })

  test('asks before unsaved changes are lost', async () => {
    const app = await open()
    await write(/^What happened/, 'Bought a bicycle')
    app.go('/alertlist/visits/country=SE')
    const question = within(await screen.findByRole('dialog', { name: 'Discard the changes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(app.address()).toBe('/sample/visits/ranking/418')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    app.go('/alertlist/visits/country=SE')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(app.address()).toBe('/alertlist/visits/country=SE'))
  })
})

describe('changing the state', () => {
  const groups = [...example.groups, { title: { en: 'Closing' }, fields: [reason, note] }]

  test('to approved asks for its comments (SAMPLE-26), leads back and says so (SAMPLE-13c)', async () => {
    const app = await open({ groups })
    // The comments belong to a change of state: no card shows them.
    expect(screen.queryByRole('heading', { name: 'Closing' })).toBeNull()
    await click('Approve')
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve the sample?' }))
    expect(dialog.queryByRole('textbox', { name: /Reason/ })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(dialog.getByRole('textbox', { name: /Note/ })).toHaveAccessibleDescription('Fill this in')
    await userEvent.type(dialog.getByRole('textbox', { name: /Note/ }), 'All is right')
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('The sample is approved.')).toBeVisible()
    expect(app.address()).toBe('/ranking/visits/country=SE')
    expect(sent(app, 'updateSample').map((call) => call.body)).toEqual([
      { version: 1, overwrite: false, state: '2', comment: '', fields: { note: 'All is right' } },
    ])
  })

  test('to approved shows first what is wrong elsewhere, also where nothing was changed', async () => {
    const app = await open({ groups: [{ title: '', fields: [{ ...email, value: null }] }, ...groups.slice(1)] })
    await click('Approve')
    await waitFor(() => expect(box(/^E-mail/)).toHaveAccessibleDescription('Fill this in'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app, 'validateSample')).toEqual([])
  })

  test('to cancelled asks for its comments and takes a comment, but needs none (SAMPLE-13b)', async () => {
    const app = await open({ groups })
    await click('Cancel sample')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the sample?' }))
    expect(dialog.queryByRole('textbox', { name: /Note/ })).toBeNull()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Comment' }), 'Moved abroad')
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sample' }))
    expect(await screen.findByText('The sample is cancelled.')).toBeVisible()
    expect(app.address()).toBe('/ranking/visits/country=SE')
    expect(sent(app, 'updateSample').map((call) => call.body)).toEqual([
      { version: 1, overwrite: false, state: '4', comment: 'Moved abroad', fields: {} },
    ])
  })

  test('to unapproved needs the evaluation period (SAMPLE-19b)', async () => {
    const app = await open({ ...rights, evalPeriodQuestion: period, state: '2' })
    await click('Unapprove')
    const dialog = within(await screen.findByRole('dialog', { name: 'Unapprove the sample?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Unapprove' }))
    expect(dialog.getByRole('combobox', { name: /Ask again in/ })).toHaveAccessibleDescription('Fill this in')
    expect(sent(app, 'validateSample')).toEqual([])
    await userEvent.click(dialog.getByRole('combobox', { name: /Ask again in/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Autumn' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Unapprove' }))
    expect(await screen.findByText('The sample is not approved.')).toBeVisible()
    expect(sent(app, 'updateSample').map((call) => call.body)).toEqual([
      { version: 1, overwrite: false, state: '3', comment: '', fields: { period: 'autumn' } },
    ])
  })

  test('changes nothing where the dialog is dismissed', async () => {
    const app = await open({ groups })
    await click('Cancel sample')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the sample?' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Comment' }), 'x')
    await userEvent.click(dialog.getByRole('button', { name: 'Keep sample' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await click('Back')
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
    expect(sent(app, 'updateSample')).toEqual([])
  })
})

describe('deleting', () => {
  test('asks first, names the sample, leads back and says so', async () => {
    const app = await open(rights, [serve(deleteSample, { ok: true as const })])
    await write(/^What happened/, 'unsaved')
    await click('More')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the sample?' }))
    expect(dialog.getByText('Eva Lind, with all answers and comments, is deleted for good.')).toBeVisible()
    expect(sent(app, 'deleteSample')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The sample is deleted.')).toBeVisible()
    expect(app.address()).toBe('/ranking/visits/country=SE')
  })
})

describe('the editor of the table that the sample was opened from', () => {
  const start = startFixture()
  const customers: Start['survey']['pages'][number] = {
    ...start.survey.pages[0]!,
    extname: 'customers',
    kind: 'samples',
    components: [{ type: 'sample-table', config: sampleTable.example.config }],
  }
  const withEditor = { ...start, survey: { ...start.survey, pages: [...start.survey.pages, customers] } }

  async function openFrom(fromPage: string, change: Partial<Sample> = {}) {
    const app = await renderApp(`/sample/visits/${fromPage}/418`, [
      serve(getSampleEditor, sampleEditorEntities.SampleEditorData.example),
      ...signedInServer(identityFixture(), withEditor),
      ...farEnd({ sample: { ...example, ...change } }),
    ])
    await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
    return app
  }

  test('is offered beside the form, which keeps what was entered meanwhile', async () => {
    const app = await openFrom('customers')
    await write(/^What happened/, 'Bought a bicycle')
    await userEvent.click(screen.getByRole('radio', { name: 'Editor' }))
    expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel sample' })).toBeNull()
    expect(sent(app, 'getSampleEditor').map((call) => call.params)).toEqual([
      { survey: 'visits', component: 'customers', sampleId: '418' },
    ])
    await userEvent.click(screen.getByRole('radio', { name: 'Form' }))
    expect(box(/^What happened/)).toHaveValue('Bought a bicycle')
    expect(screen.queryByRole('heading', { name: 'Comments' })).toBeNull()
  })

  test('stands alone where the page has no fields, and is left out where the table is another', async () => {
    await openFrom('samplelist', { groups: [] })
    expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible()
    expect(screen.queryByRole('radiogroup', { name: 'View of the sample' })).toBeNull()
    endApp()
    const app = await openFrom('ranking')
    expect(screen.queryByRole('radio', { name: 'Editor' })).toBeNull()
    expect(sent(app, 'getSampleEditor')).toEqual([])
  })
})

describe('when somebody else has saved in between', () => {
  const theirs: Sample = {
    ...example,
    version: 5,
    groups: [
      { title: { en: 'Customer' }, fields: [field('name', { title: { en: 'Name' }, value: 'Eva Lindgren' }), email] },
      ...example.groups.slice(1),
    ],
  }

  /** Answers with the newer sample once a save from the older one was refused. */
  function stale() {
    let isTold = false
    return [
      serve(getSample, () => (isTold ? theirs : example)),
      serve(updateSample, ({ body }) => {
        if ((body as { version: number }).version === 5) return { sample: theirs, notices: [] }
        isTold = true
        return refusal('conflict', 'Anna Lind changed this sample at 14:03.', {
          version: 'Anna Lind changed this sample at 14:03.',
          'fields.name': 'Anna Lind changed this to "Eva Lindgren".',
          state: 'Anna Lind changed the state to "Approved".',
        })
      }),
    ]
  }

  async function saveStale() {
    const app = await open({}, stale())
    await write(/^What happened/, 'Bought a bicycle')
    await click('Save')
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' }))
    return { app, dialog }
  }

  test('it is said who, when and what, and one can load theirs', async () => {
    const { dialog } = await saveStale()
    expect(dialog.getByText('Anna Lind changed this sample at 14:03.')).toBeVisible()
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Name: Anna Lind changed this to "Eva Lindgren".',
      'State: Anna Lind changed the state to "Approved".',
    ])
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Load theirs' }))
    await waitFor(() => expect(box(/^Name/)).toHaveValue('Eva Lindgren'))
    expect(box(/^What happened/)).toHaveValue('')
  })

  test('one can save one’s own: what they changed elsewhere stays', async () => {
    const { app, dialog } = await saveStale()
    await userEvent.click(dialog.getByRole('button', { name: 'Save mine' }))
    expect(await screen.findByText('The sample is saved.')).toBeVisible()
    expect(sent(app, 'updateSample').at(-1)?.body).toEqual({
      version: 5,
      overwrite: false,
      state: '1',
      comment: '',
      fields: { 'note.2': 'Bought a bicycle' },
    })
  })
})
