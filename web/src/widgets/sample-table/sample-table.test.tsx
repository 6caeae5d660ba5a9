import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import { createSamplesReport } from '@gensvar/contract/reports'
import {
  copySamples,
  createSample,
  deleteAllSamples,
  getCopyAction,
  getSampleEditor,
  suggestSamples,
  updateSampleEditor,
} from '@gensvar/contract/samples'
import { savePreference } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import type { Served } from '#web/testing/serve.ts'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { sampleList, sampleRow } from '#web/widgets/testing/sample-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

type Config = Parameters<typeof component<'sample-table'>>[1]

const columns = ['customer', 'eventdate', 'state']
const everything: Partial<Config> = {
  enableDownload: true,
  useCore: true,
  createActions: [{ extname: 'new', title: { en: 'New customer' } }],
  copyActions: [{ extname: 'followup', title: { en: 'Follow up' }, fields: ['store', 'email'], comments: true }],
  mailActions: [{ extname: 'invite', template: 'invitation', title: { en: 'Invite' } }],
  sampleEditor: [{ type: 'header', highlighted: ['customer'] }],
}
const rows = [
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

function open({ config = {}, answer, served = [], start, isRoot = false, width, path = 'country=SE' }: Options = {}) {
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

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!
const callsOf = (app: { calls: SeenCall[] }, route: string) => app.calls.filter((call) => call.route === route)
const select = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))

async function menuOf(name: string): Promise<HTMLElement> {
  await rowOf(name)
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}

describe('the rows of a sample table', () => {
  test('are those from 0 to 50, by event date, the latest first (SAMPLE-05)', async () => {
    const app = await open()
    await rowOf('Eva Lind')
    const [asked] = callsOf(app, 'getWidgetData')
    expect(asked?.query).toMatchObject({ rowFrom: '0', rowTo: '50' })
    expect(asked?.query).not.toHaveProperty('sortVar')
    expect(screen.getByRole('columnheader', { name: /Event date/ })).toHaveAttribute('aria-sort', 'descending')
    expect(await accessibilityProblems()).toEqual([])
  })

  test('begin with the sorting and the page size of the configuration, which also says the sizes to choose from (SAMPLE-56)', async () => {
    const app = await open({
      config: { sortBy: 'state', sortDesc: false, rowsPerPage: 30, rowsPerPageOptions: [10, 20], sampleView: false },
      answer: () => ({
        ...sampleList(rows),
        rankingData: { ...sampleList(rows).rankingData, totalNumberRows: 120 },
      }),
    })
    await rowOf('Eva Lind')
    expect(callsOf(app, 'getWidgetData')[0]?.query).toMatchObject({ rowFrom: '0', rowTo: '30' })
    expect(screen.getByRole('columnheader', { name: /State/ })).toHaveAttribute('aria-sort', 'ascending')
    const sizes = await screen.findByRole('combobox', { name: 'Rows per page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((one) => (one as HTMLOptionElement).value),
    ).toEqual(['10', '20', '30'])
    // Neither the sample nor its editor is offered.
    const menu = await menuOf('Eva Lind')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent),
    ).toEqual(['Go to its place'])
    await userEvent.keyboard('{Escape}')
    await userEvent.selectOptions(sizes, '10')
    await waitFor(() =>
      expect(callsOf(app, 'getWidgetData').at(-1)?.query).toMatchObject({ rowFrom: '0', rowTo: '10' }),
    )
    expect(callsOf(app, 'savePreference').at(-1)).toMatchObject({
      params: { survey: 'visits', key: 'table.rows.customers' },
      body: { value: 10 },
    })
  })

  test('open the sample page, or of a completed response the interview page (SAMPLE-12)', async () => {
    const app = await open({ answer: () => sampleList(rows, { viewCompletedSamples: false }) })
    const eva = within(await rowOf('Eva Lind')).getByRole('link')
    expect(eva).toHaveAttribute('href', '/sample/visits/overview/1')
    expect(within(await rowOf('Ola Berg')).getByRole('link')).toHaveAttribute('href', '/interview/visits/2')
    await userEvent.click(eva)
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/1'))
  })

  test('open the sample page of completed responses too where the role sees them so', async () => {
    await open({ answer: () => sampleList(rows, { viewCompletedSamples: true }) })
    expect(within(await rowOf('Ola Berg')).getByRole('link')).toHaveAttribute('href', '/sample/visits/overview/2')
  })

  test('are closed where the role shows no single interviews, with the reason', async () => {
    const { rights } = startWith({})
    await open({
      start: { rights: { ...rights, canViewInterviews: false } },
      answer: () => sampleList(rows, { viewCompletedSamples: false }),
    })
    const ola = await rowOf('Ola Berg')
    expect(within(ola).queryByRole('link')).toBeNull()
    expect(within(ola).getByText('Your role does not show single interviews.')).toBeInTheDocument()
  })

  test('say which samples can be changed', async () => {
    await open({ answer: () => sampleList(rows, { period: { isOpen: true, from: '2026-01-01', to: '2026-03-31' } }) })
    expect(await screen.findByText('Samples of 1 Jan 2026 to 31 Mar 2026 are open.')).toBeVisible()
  })
})

describe('the menu of a row', () => {
  test('drills, views the sample and the interview, each where the row has one (SAMPLE-11a, SAMPLE-11b, SAMPLE-11c)', async () => {
    const labels = (menu: HTMLElement) =>
      within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent)
    const app = await open({ answer: () => sampleList(rows, { viewCompletedSamples: true }) })
    const eva = await menuOf('Eva Lind')
    expect(labels(eva)).toEqual(['Go to its place', 'View sample'])
    await userEvent.click(within(eva).getByRole('menuitem', { name: 'Go to its place' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE;region=north'))
    const ola = await menuOf('Ola Berg')
    expect(labels(ola)).toEqual(['Go to its place', 'View sample', 'View interview'])
    await userEvent.click(within(ola).getByRole('menuitem', { name: 'View interview' }))
    await waitFor(() => expect(app.address()).toBe('/interview/visits/2'))
    app.back()
    const kari = await menuOf('Kari Moe')
    expect(labels(kari)).toEqual(['View sample'])
    await userEvent.click(within(kari).getByRole('menuitem', { name: 'View sample' }))
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/3'))
  })

  test('is reached and used with the keyboard alone', async () => {
    const app = await open()
    within(await rowOf('Eva Lind'))
      .getByRole('link')
      .focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('button', { name: 'Actions for Eva Lind' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/1'))
  })
})

describe('the sample editor', () => {
  const shown = new Set(['header', 'group', 'update-button', 'cancel-button'])
  const editor = {
    ...sampleEditorExample,
    componentsData: sampleEditorExample.componentsData.filter(({ componentDef }) => shown.has(componentDef.type)),
  }
  const served = [serve(getSampleEditor, editor), serve(updateSampleEditor, { ...editor, version: editor.version + 1 })]
  const shareOf = (dialog: HTMLElement) => Math.round((100 * dialog.getBoundingClientRect().width) / window.innerWidth)

  test('opens in a dialog that is 60 % wide, or 80 % (SAMPLE-10)', async () => {
    const app = await open({ config: everything, served })
    await userEvent.click(within(await menuOf('Eva Lind')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit sample' })
    expect(await within(dialog).findByRole('textbox', { name: /^E-mail/ })).toBeVisible()
    expect(callsOf(app, 'getSampleEditor')[0]?.params).toEqual({
      survey: 'visits',
      component: 'customers',
      sampleId: '1',
    })
    await waitFor(() => expect(shareOf(dialog)).toBe(60))
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wider' }))
    await waitFor(() => expect(shareOf(dialog)).toBe(80))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Narrower' }))
    await waitFor(() => expect(shareOf(dialog)).toBe(60))
  })

  test('asks before what was entered is lost, and a saved sample is listed as it is now', async () => {
    let name = 'Eva Lind'
    const app = await open({
      config: everything,
      served,
      answer: () => sampleList([sampleRow(1, name, '1')]),
    })
    await userEvent.click(within(await menuOf('Eva Lind')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit sample' })
    await userEvent.type(await within(dialog).findByRole('textbox', { name: /^Customer/ }), ' Holm')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    const question = await screen.findByRole('dialog', { name: 'Discard the changes?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    name = 'Eva Lind Holm'
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(callsOf(app, 'updateSampleEditor')).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await rowOf('Eva Lind Holm')
  })

  test('takes the whole of a narrow screen', async () => {
    await open({ config: everything, served, width: 390 })
    await userEvent.click(within(await menuOf('Eva Lind')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit sample' })
    await within(dialog).findByRole('textbox', { name: /^E-mail/ })
    await waitFor(() => expect(shareOf(dialog)).toBe(100))
    expect(within(dialog).queryByRole('button', { name: 'Wider' })).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the text filter', () => {
  test('suggests texts of the samples, of which one is chosen with the keyboard (SAMPLE-03)', async () => {
    const app = await open({
      served: [serve(suggestSamples, { suggestions: ['Eva Lind', 'Evald Ek'] })],
    })
    await rowOf('Eva Lind')
    const box = screen.getByRole('combobox', { name: 'Filter the table' })
    await userEvent.type(box, 'eva')
    const list = await screen.findByRole('listbox', { name: 'Suggestions' })
    expect(
      within(list)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Eva Lind', 'Evald Ek'])
    expect(callsOf(app, 'suggestSamples')).toHaveLength(1)
    expect(callsOf(app, 'suggestSamples')[0]).toMatchObject({
      params: { survey: 'visits', component: 'customers', drillPath: 'country=SE' },
      query: { term: 'eva' },
    })
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(box).toHaveValue('Evald Ek')
    await waitFor(() => expect(callsOf(app, 'getWidgetData').at(-1)?.query['filter']).toBe('Evald Ek'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(box).toHaveValue(''))
  })
})

describe('the action row', () => {
  test('is not there without create and copy actions (SAMPLE-06c)', async () => {
    await open({ config: { mailActions: everything.mailActions, enableDownload: true } })
    await rowOf('Eva Lind')
    expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
  })

  test('has the create actions, which make a sample here and open it (SAMPLE-06b)', async () => {
    const app = await open({ config: everything, served: [serve(createSample, { sampleId: 77 })] })
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
    const app = await open({
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

  test('has the copy actions, which copy what is selected with a deadline, fields and comments (SAMPLE-06a, SAMPLE-36, SAMPLE-55)', async () => {
    const app = await open({ config: everything, served: [copyForm, serve(copySamples, { sampleIds: [90] })] })
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
    await open({ config: everything, served: [copyForm] })
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
    const app = await open({ config: everything, served: [copyForm, serve(copySamples, { sampleIds: [90, 91] })] })
    await select('Eva Lind')
    await select('Kari Moe')
    await userEvent.click(screen.getByRole('button', { name: 'Follow up' }))
    const dialog = await screen.findByRole('dialog', { name: 'Follow up' })
    expect(await within(dialog).findByText('2 samples are copied. The copies are new.')).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: /^Store/ })).toHaveValue('')
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Event date/ }), tomorrow())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('2 samples copied')).toBeVisible()
    expect(callsOf(app, 'copySamples')[0]?.body).toMatchObject({ sampleIds: [1, 3], fields: {} })
  })
})

describe('mail actions', () => {
  test('have a bar below the rows with the number of selected customers and a button for a campaign (SAMPLE-07)', async () => {
    await open({ config: { mailActions: [{ extname: 'invite', template: 'invitation' }] } })
    const last = await rowOf('Kari Moe')
    const bar = screen.getByText('0 customers selected')
    expect(bar.compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    await select('Eva Lind')
    expect(await screen.findByText('1 customer selected')).toBeVisible()
    const start = screen.getByRole('button', { name: 'Start campaign' })
    // The screen it leads to is not part of this version.
    expect(start).toHaveAccessibleDescription('This is not part of this version yet.')
  })

  test('are not there without one', async () => {
    await open({ config: { copyActions: everything.copyActions } })
    await rowOf('Eva Lind')
    expect(screen.queryByText(/customers? selected/)).toBeNull()
  })
})

describe('the selection', () => {
  test('stays while pages are turned, and ends at another place', async () => {
    const page = (seen: SeenCall) => {
      const shown = seen.query['rowFrom'] === '0' ? rows : [sampleRow(60, 'Liv Dahl', '2')]
      const { rankingData, ...rest } = sampleList(shown)
      return { ...rest, rankingData: { ...rankingData, totalNumberRows: 51 } }
    }
    const app = await open({ config: everything, answer: page })
    await select('Eva Lind')
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    await select('Liv Dahl')
    expect(screen.getByText('2 customers selected')).toBeVisible()
    app.go('/page/overview/visits/country=NO')
    expect(await screen.findByText('0 customers selected')).toBeVisible()
  })
})

describe('the report of a sample table', () => {
  test('is offered where downloading is enabled, and asks for what is shown (SAMPLE-09)', async () => {
    const app = await open({ config: everything, served: [serve(createSamplesReport, { taskUUID: 'a1' })] })
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
  })

  test('is not offered where it is not', async () => {
    await open()
    await rowOf('Eva Lind')
    expect(screen.queryByRole('button', { name: /Save the table/ })).toBeNull()
  })
})

describe('deleting all samples', () => {
  const actions = { createRefusal: null, copyRefusal: null, canDeleteAll: true }
  const answer = () => sampleList(rows, { actions })
  const served = [serve(deleteAllSamples, { deleted: 12 })]

  test('is offered only where the server says so', async () => {
    await open({ config: everything })
    await rowOf('Eva Lind')
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
    endApp()
    await open({ config: everything, answer, isRoot: true })
    expect(await screen.findByRole('button', { name: 'Delete all' })).toBeVisible()
  })

  test('asks first, and says how many were deleted (SAMPLE-15)', async () => {
    const app = await open({ config: { useCore: true }, answer, served, isRoot: true })
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

  test('asks in other words for what is selected (SAMPLE-14)', async () => {
    const app = await open({ config: { useCore: true }, answer, served, isRoot: true })
    await select('Kari Moe')
    await userEvent.click(screen.getByRole('button', { name: 'Delete selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete selected' })
    expect(within(dialog).getByText(/PERMANANTLY delete all selected samples from database\?/)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted 12 samples')
    expect(callsOf(app, 'deleteAllSamples')[0]?.body).toEqual({ sampleIds: [3] })
  })
})

describe('a sample table without rows to show', () => {
  test('names the place and keeps its action row where there are none', async () => {
    await open({ config: everything, answer: () => sampleList([]) })
    expect(await screen.findByText(/^No samples/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'New customer' })).toBeEnabled()
  })

  test('says that it failed, and tries again', async () => {
    let isBroken = true
    await open({ answer: () => (isBroken ? refusal('internal', 'Out of memory.') : sampleList(rows)) })
    await screen.findByRole('alert')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf('Eva Lind')
  })

  test('says that the role sees no samples, or the survey shows none, without asking for them', async () => {
    const { rights } = startWith({})
    const app = await open({ start: { rights: { ...rights, canViewSamples: false } } })
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(callsOf(app, 'getWidgetData')).toEqual([])
    endApp()
    await open({ start: { named: false } })
    expect(await screen.findByText('This survey is anonymous, so single samples are not shown.')).toBeVisible()
  })
})

test('a sample table fits a narrow screen, with the menus of its rows', async () => {
  await open({ config: everything, width: 390 })
  const eva = await rowOf('Eva Lind')
  expect(within(eva).getByRole('button', { name: 'Actions for Eva Lind' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await accessibilityProblems()).toEqual([])
})
