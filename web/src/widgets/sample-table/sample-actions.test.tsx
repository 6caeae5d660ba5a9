import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { createSamplesReport, registerDownloadInitiated } from '@gensvar/contract/reports'
import { copySamples, createSample, deleteAllSamples, getCopyAction } from '@gensvar/contract/samples'
import { accessibilityProblems, endApp } from '#web/testing/render-app.tsx'
import { makeGate } from '#web/testing/held.ts'
import { refusal, serve } from '#web/testing/serve.ts'
import { uuidOf } from '#web/testing/report-server.ts'
import { sampleList } from '#web/widgets/testing/sample-fixtures.ts'
import { callsOf, everything, openTable, rowOf, rows, select } from './testing/open-table.ts'

afterEach(endApp)

describe('the action row', () => {
  test('is not there without create and copy actions (SAMPLE-06c)', async () => {
    await openTable({ config: { mailActions: everything.mailActions, enableDownload: true } })
    await rowOf('Eva Lind')
    expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
  })

  test('has the create actions, which make a sample here and open it (SAMPLE-06b)', async () => {
    const app = await openTable({ config: everything, served: [serve(createSample, { sampleId: 77 })] })
    await rowOf('Eva Lind')
    const actions = screen.getByRole('group', { name: 'Actions' })
    await userEvent.click(within(actions).getByRole('button', { name: 'New customer' }))
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/77'))
    expect(callsOf(app, 'createSample')[0]).toMatchObject({
      params: { survey: 'visits', component: 'customers', drillPath: 'country=SE' },
      body: { action: 'new' },
    })
  })

  test('says why no sample can be made here', async () => {
    const createRefusal = 'Go to a store first.'
    const app = await openTable({
      config: everything,
      answer: () => sampleList(rows, { actions: { createRefusal, copyRefusal: null, canDeleteAll: false } }),
    })
    await rowOf('Eva Lind')
    const button = screen.getByRole('button', { name: 'New customer' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(createRefusal)
    await userEvent.click(button)
    expect(callsOf(app, 'createSample')).toEqual([])
  })

  const copyForm = serve(getCopyAction, {
    eventdate: null,
    comments: '',
    fields: [
      { questionId: 'store', title: { en: 'Store' }, value: 'Umeå', type: 'text', optional: true },
      { questionId: 'email', title: { en: 'E-mail' }, value: 'eva@example.org', type: 'Email', optional: false },
    ],
  })
  const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

  test('has the copy actions, which copy what is selected with a deadline, fields and comments (SAMPLE-06a) (SAMPLE-36) (SAMPLE-55)', async () => {
    const app = await openTable({ config: everything, served: [copyForm, serve(copySamples, { sampleIds: [90] })] })
    await rowOf('Eva Lind')
    const action = screen.getByRole('button', { name: 'Follow up' })
    expect(action).toHaveAccessibleDescription('Select rows in the table first.')
    await select('Eva Lind')
    await userEvent.click(action)
    const dialog = await screen.findByRole('dialog', { name: 'Follow up' })
    const date = await within(dialog).findByRole('textbox', { name: /^Event date/ })
    expect(date).toHaveAccessibleDescription('The deadline of the copy: today or later.')
    expect(within(dialog).getByRole('textbox', { name: /^Store/ })).toHaveValue('Umeå')
    const email = within(dialog).getByRole('textbox', { name: /^E-mail/ })
    const copy = within(dialog).getByRole('button', { name: 'Copy' })
    // Not before everything is right.
    expect(copy).toBeDisabled()
    await userEvent.type(date, tomorrow())
    expect(copy).toBeEnabled()
    await userEvent.clear(email)
    expect(copy).toBeDisabled()
    await userEvent.type(email, 'nobody')
    expect(copy).toBeDisabled()
    await userEvent.type(email, '@example.org')
    expect(copy).toBeEnabled()
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Comments' }), 'Call again')
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(copy)
    expect(await screen.findByText('1 sample copied')).toBeVisible()
    expect(callsOf(app, 'copySamples')[0]).toMatchObject({
      params: { survey: 'visits', component: 'customers', action: 'followup', drillPath: 'country=SE' },
      body: {
        sampleIds: [1],
        eventdate: tomorrow(),
        fields: { email: 'nobody@example.org' },
        comments: 'Call again',
      },
    })
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select Eva Lind' })).not.toBeChecked())
  })

  test('asks for a deadline that is today or later, which the calendar begins with (SAMPLE-35)', async () => {
    await openTable({ config: everything, served: [copyForm] })
    await select('Eva Lind')
    await userEvent.click(screen.getByRole('button', { name: 'Follow up' }))
    const dialog = await screen.findByRole('dialog', { name: 'Follow up' })
    const date = await within(dialog).findByRole('textbox', { name: /^Event date/ })
    expect(date).toBeRequired()
    const copy = within(dialog).getByRole('button', { name: 'Copy' })
    await userEvent.type(date, '2020-01-31')
    expect(await within(dialog).findByText('Choose today or a later day.')).toBeVisible()
    expect(copy).toBeDisabled()
    await userEvent.clear(date)
    expect(copy).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('button', { name: /calendar/i }))
    const calendar = await screen.findByRole('dialog', { name: 'Open the calendar of Event date' })
    const days = await within(calendar).findAllByRole('button', { name: /\d{4}$/ })
    const today = new Date()
    const before = days.filter((day) => new Date(day.ariaLabel ?? '') < new Date(today.toDateString()))
    for (const day of before) expect(day).toBeDisabled()
    expect(days.some((day) => !(day as HTMLButtonElement).disabled)).toBe(true)
  })

  test('keeps the answers of each original when several are copied', async () => {
    const app = await openTable({ config: everything, served: [copyForm, serve(copySamples, { sampleIds: [90, 91] })] })
    await select('Eva Lind')
    await select('Kari Moe')
    await userEvent.click(screen.getByRole('button', { name: 'Follow up' }))
    const dialog = await screen.findByRole('dialog', { name: 'Follow up' })
    expect(
      await within(dialog).findByText(/^2 samples are copied\. .* keep the answer of each original\.$/),
    ).toBeVisible()
    const store = within(dialog).getByRole('textbox', { name: /^Store/ })
    expect(store).toHaveValue('')
    expect(store).toHaveAttribute('placeholder', 'As in its original')
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Event date/ }), tomorrow())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('2 samples copied')).toBeVisible()
    expect(callsOf(app, 'copySamples')[0]?.body).toMatchObject({ sampleIds: [1, 3], fields: {} })
  })
})

describe('mail actions', () => {
  test('have a bar below the rows with the number of selected customers and buttons that lead to a campaign for them (SAMPLE-07) (SAMPLE-08)', async () => {
    const app = await openTable({
      config: {
        mailActions: [
          { extname: 'invite', template: 'invitation' },
          { extname: 'thank', template: 'thanks', title: { en: 'Thank' } },
        ],
      },
    })
    const last = await rowOf('Kari Moe')
    const bar = await screen.findByText('3 customers selected')
    expect(bar.compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    // A campaign is about a drill path: rows cannot be chosen for it, and a search in the table changes nothing.
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('button', { name: 'Thank' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Start campaign' }))
    await waitFor(() => expect(app.address()).toBe('/createmailcampaign/visits/invite/country=SE'))
  })

  test('are not there without one', async () => {
    await openTable({ config: { copyActions: everything.copyActions } })
    await rowOf('Eva Lind')
    expect(screen.queryByText(/customers? selected/)).toBeNull()
  })
})

describe('the report of a sample table', () => {
  test('is offered where downloading is enabled, and asks for what is shown (SAMPLE-09)', async () => {
    const app = await openTable({
      config: everything,
      served: [serve(createSamplesReport, { taskUUID: uuidOf(1) }), serve(registerDownloadInitiated, { ok: true })],
    })
    await rowOf('Eva Lind')
    await userEvent.click(screen.getByRole('columnheader', { name: /State/ }).querySelector('button')!)
    await waitFor(() => expect(app.address()).toContain('sortBy=state'))
    await userEvent.click(await screen.findByRole('button', { name: 'Save the table as shown' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save the table as shown (Excel)' }))
    await waitFor(() => expect(callsOf(app, 'createSamplesReport')).toHaveLength(1))
    expect(callsOf(app, 'createSamplesReport')[0]).toMatchObject({
      params: { survey: 'visits', drillPath: 'country=SE' },
      body: {
        component: 'customers',
        format: 'xlsx',
        filter: '',
        sortVar: 'state',
        columns: ['name', 'eventdate', 'state'],
      },
    })
    // Before the file is ready: the server is told that somebody waits for it.
    await waitFor(() => expect(callsOf(app, 'registerDownloadInitiated')).toHaveLength(1))
    expect(callsOf(app, 'registerDownloadInitiated')[0]?.params).toEqual({ survey: 'visits', taskUUID: uuidOf(1) })
    expect(callsOf(app, 'registerDownloadCompleted')).toEqual([])
  })

  test('is not offered where it is not', async () => {
    await openTable()
    await rowOf('Eva Lind')
    expect(screen.queryByRole('button', { name: /Save the table/ })).toBeNull()
  })
})

describe('deleting all samples', () => {
  const actions = { createRefusal: null, copyRefusal: null, canDeleteAll: true }
  const answer = () => sampleList(rows, { actions })
  const served = [serve(deleteAllSamples, { deleted: 12, left: 0 })]

  test('is hidden unless the server offers it, as it does to root alone (SAMPLE-02a)', async () => {
    await openTable({ config: everything })
    await rowOf('Eva Lind')
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
    endApp()
    await openTable({ config: everything, answer, isRoot: true })
    expect(await screen.findByRole('button', { name: 'Delete all' })).toBeVisible()
  })

  test('asks first, and says how many were deleted (SAMPLE-15)', async () => {
    const app = await openTable({ config: { useCore: true }, answer, served, isRoot: true })
    await rowOf('Eva Lind')
    await userEvent.click(screen.getByRole('button', { name: 'Delete all' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete all' })
    expect(within(dialog).getByText(/PERMANANTLY delete samples from database\?/)).toBeVisible()
    expect(within(dialog).getByText(/Completed interviews stay\./)).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted 12 samples')).toBeVisible()
    expect(callsOf(app, 'deleteAllSamples')[0]).toMatchObject({
      params: { survey: 'visits', component: 'customers', drillPath: 'country=SE' },
      query: { filter: '' },
      body: { sampleIds: null },
    })
  })

  test('deletes any number part by part, shows how far it is, and can be stopped', async () => {
    const gate = makeGate()
    const parts = [20_000, 10_000, 0]
    const held = {
      route: deleteAllSamples,
      answer: async () => {
        await gate.pass()
        gate.close()
        return { deleted: 10_000, left: parts.shift() ?? 0 }
      },
    }
    const app = await openTable({ config: { useCore: true }, answer, served: [held], isRoot: true })
    const start = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Delete all' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Delete all' }))
      await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
      return dialog
    }
    const dialog = await start()
    expect(await dialog.findByText('Deleted 10,000 of 30,000 samples so far')).toBeVisible()
    gate.open()
    expect(await dialog.findByText('Deleted 20,000 of 30,000 samples so far')).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    gate.open()
    expect(await screen.findByText('Deleted 30,000 samples')).toBeVisible()
    expect(callsOf(app, 'deleteAllSamples')).toHaveLength(3)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    parts.push(20_000, 10_000)
    gate.open()
    const stopped = await start()
    await stopped.findByText('Deleted 10,000 of 30,000 samples so far')
    await userEvent.click(stopped.getByRole('button', { name: 'Cancel' }))
    gate.open()
    expect(await screen.findByText('Deleted 20,000 samples')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf(app, 'deleteAllSamples')).toHaveLength(5)
  })

  test('says how many are gone when a later part fails', async () => {
    let count = 0
    const failing = serve(deleteAllSamples, () =>
      ++count === 1 ? { deleted: 10_000, left: 500 } : refusal('unavailable', 'The database is being restarted.'),
    )
    await openTable({ config: { useCore: true }, answer, served: [failing], isRoot: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete all' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted 10,000 samples')).toBeVisible()
    expect(await screen.findByText('The database is being restarted.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('asks in prescribed words, in others for what is selected (SAMPLE-14)', async () => {
    const app = await openTable({ config: { useCore: true }, answer, served, isRoot: true })
    await rowOf('Kari Moe')
    await userEvent.click(screen.getByRole('button', { name: 'Delete all' }))
    const all = await screen.findByRole('dialog', { name: 'Delete all' })
    expect(within(all).getByText(/PERMANANTLY delete samples from database\?/)).toBeVisible()
    await userEvent.click(within(all).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await select('Kari Moe')
    await userEvent.click(screen.getByRole('button', { name: 'Delete selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete selected' })
    expect(within(dialog).getByText(/PERMANANTLY delete all selected samples from database\?/)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted 12 samples')
    expect(callsOf(app, 'deleteAllSamples')[0]?.body).toEqual({ sampleIds: [3] })
  })
})
