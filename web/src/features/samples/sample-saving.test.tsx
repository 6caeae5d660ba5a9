import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteSample, getSample, updateSample, validateSample } from '@gensvar/contract/samples'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import {
  box,
  click,
  email,
  example,
  farEnd,
  field,
  note,
  open,
  period,
  reason,
  rights,
  sent,
  write,
} from './testing/open-sample.ts'
import type { Sample } from './testing/open-sample.ts'

afterEach(() => endApp())

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
