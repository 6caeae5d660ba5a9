import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { checkNewSurvey, uploadSurveyFile } from '@gensvar/contract/new-survey'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { noteMade } from './made-survey.ts'
import { newSurveyServer, uploadedFile } from './testing/new-survey-server.ts'

afterEach(() => {
  noteMade(null)
  useScheme('light')
  endApp()
})

const csv = new File(['region,store\n'], 'stores.csv')
const maker = identityFixture({ isRoot: true, mayCreateSurveys: true })

function open(
  server: ReturnType<typeof newSurveyServer>,
  { isPlanned = false, before = [], width }: { isPlanned?: boolean; before?: Served[]; width?: number } = {},
): Promise<RunningApp> {
  const address = isPlanned ? `/newsurvey/visits?file=${server.uploadId}` : '/newsurvey/visits'
  return renderApp(address, [...before, ...server.served, ...signedInServer(maker, startFixture())], { width })
}

/** Opens the plan of a file and waits until it is understood. */
async function openPlan(options: Parameters<typeof newSurveyServer>[0] = {}, width?: number) {
  const app = await open(newSurveyServer({ files: [uploadedFile()], ...options }), { isPlanned: true, width })
  await screen.findByRole('table', { name: 'What was understood' })
  return app
}

const chooser = async (): Promise<HTMLInputElement> => {
  await screen.findByRole('button', { name: 'Choose a file' })
  return document.querySelector<HTMLInputElement>('input[type=file]')!
}

const lastChecked = (app: RunningApp) =>
  app.calls.findLast(({ route }) => route === 'checkNewSurvey')?.body as NewSurveyOptions

const row = async (name: string) =>
  within((await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!)

async function pick(cell: RegExp, item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: cell }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('a survey from a file', () => {
  test('is made in few clicks: choose, upload, create; then its dashboard is shown, and can be undone', async () => {
    const server = newSurveyServer()
    const app = await renderApp('/page/overview/visits/root', [
      ...server.served,
      ...signedInServer(maker, startFixture()),
    ])
    await userEvent.click(await screen.findByRole('link', { name: 'Use your own data' }))
    await userEvent.upload(await chooser(), csv)
    expect(screen.getByText('13 bytes')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    const page = (await screen.findByRole('heading', { name: 'The first page as it will be' })).closest('section')!
    expect(within(page).getByText('1 Jan 2026 – 31 Mar 2026 · 1,200 responses')).toBeVisible()
    const tiles = within(page).getByRole('list', { name: 'Figures' })
    expect(
      within(tiles)
        .getAllByRole('listitem')
        .map((tile) => tile.textContent),
    ).toEqual(['Overall satisfaction4.201,188 answers', 'Comfort3.001,190 answers'])
    await userEvent.click(screen.getByRole('button', { name: 'Create the survey' }))
    expect(await screen.findByText('Made from stores.csv: 1,200 responses')).toBeVisible()
    expect(app.address()).toBe('/page/overview/stores/country=SE')
    const created = app.calls.find(({ route }) => route === 'createNewSurvey')?.body
    expect(created).toEqual(lastChecked(app))

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this survey?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the survey' }))
    await waitFor(() => expect(app.address()).not.toContain('stores'))
    const undone = app.calls.find(({ route }) => route === 'removeImportSet')
    expect(undone?.params).toEqual({ survey: 'stores', importSetId: '7' })
  })

  test('shows every column with type, range, blanks, examples and what is to be noted', async () => {
    await openPlan()
    const overall = await row('Overall satisfaction')
    expect(overall.getByRole('button', { name: 'Type of Overall satisfaction: scale 1-5' })).toBeVisible()
    expect(overall.getByRole('button', { name: 'Role of Overall satisfaction: overall question' })).toBeVisible()
    expect(overall.getByText('12')).toBeVisible()
    expect((await row('Comfort')).getByText('10 answers are 0.')).toBeVisible()
    expect((await row('Region')).getByText('North · South')).toBeVisible()
    expect(screen.getByText('No column holds dates.')).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('has columns changed by menus and a dialog, each change checked again and shown', async () => {
    const app = await openPlan()
    await pick(/^Type of Comfort/, 'Numeric')
    expect(await screen.findByRole('button', { name: 'Type of Comfort: chosen: numeric' })).toBeVisible()
    expect(lastChecked(app).columns).toEqual([{ index: 3, type: 'numeric', leftOut: false }])
    await pick(/^Type of Comfort/, 'Leave out')
    expect(await screen.findByRole('button', { name: 'Type of Comfort: Left out' })).toBeVisible()
    await pick(/^Role of Overall satisfaction/, 'Key')
    await waitFor(() => expect(lastChecked(app).key).toBe(2))

    await userEvent.click(screen.getByRole('button', { name: 'Change Overall satisfaction' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Overall satisfaction' }))
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Title' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'How was it?')
    await userEvent.clear(dialog.getByRole('textbox', { name: 'to' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'to' }), '7')
    await userEvent.click(dialog.getByRole('button', { name: 'Change the column' }))
    expect(await screen.findByRole('rowheader', { name: /How was it\?/ })).toBeVisible()
    expect(lastChecked(app).columns).toContainEqual({ index: 2, title: 'How was it?', min: 1, max: 7, leftOut: false })
  })

  test('has its levels put in order by keyboard and by dragging, added and removed', async () => {
    const app = await openPlan()
    const levels = () =>
      within(screen.getByRole('list', { name: 'Levels' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    expect(levels()).toEqual(['Region2 units', 'Store2 units'])
    screen.getByRole('button', { name: 'Move Store' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(levels()).toEqual(['Store2 units', 'Region2 units']))
    expect(screen.getByText('Store is now number 1 of 2')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Move Store' })).toHaveFocus()
    expect(lastChecked(app).hierarchy).toEqual([1, 0])

    const handle = screen.getByRole('button', { name: 'Move Region' })
    const target = screen.getByRole('button', { name: 'Move Store' }).getBoundingClientRect()
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: handle, coords: { clientY: handle.getBoundingClientRect().top } },
      { target: handle, coords: { clientY: target.top - 8 } },
      { keys: '[/MouseLeft]', target: handle },
    ])
    await waitFor(() => expect(lastChecked(app).hierarchy).toEqual([0, 1]))

    await userEvent.click(screen.getByRole('button', { name: 'Remove Region' }))
    await waitFor(() => expect(lastChecked(app).hierarchy).toEqual([1]))
    await waitFor(() => expect(levels()).toEqual(['Store2 units']))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a level' }), 'Comfort')
    await waitFor(() => expect(lastChecked(app).hierarchy).toEqual([1, 3]))
  })

  test('has doubts decided by one click, which the first page follows', async () => {
    const app = await openPlan()
    await userEvent.click(await screen.findByRole('button', { name: /^Count them/ }))
    expect(await screen.findByText('Decided: Count them')).toBeVisible()
    expect(lastChecked(app).decisions).toEqual([{ id: 'below:comfort', choice: 'counted' }])
    expect(await screen.findByText('2.75')).toBeVisible()
  })

  test('says what to settle first, with row, column and what was read, and leads there', async () => {
    await openPlan({
      statusOf: ({ date }) =>
        date === 1
          ? {
              check: null,
              problems: [
                {
                  message: 'Row 14 has no date.',
                  row: 14,
                  column: 'Store',
                  read: 'Storgatan',
                  fields: ['dateFormat', 'date'],
                },
              ],
            }
          : {},
    })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event date' }), 'Store')
    const problems = await screen.findByRole('table', { name: '1 thing to settle first' })
    const cells = within(problems)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells).toEqual(['14', 'Store', 'Storgatan', 'Row 14 has no date.', 'Change'])
    expect(screen.getByRole('button', { name: 'Create the survey' })).toBeDisabled()
    await userEvent.click(within(problems).getByRole('button', { name: 'Change' }))
    expect(screen.getByRole('combobox', { name: 'How dates are written' })).toHaveFocus()
  })

  test('shows how far a check is; cancelled, the options are again those understood last', async () => {
    const app = await openPlan({
      statusOf: ({ hierarchy }) =>
        hierarchy?.length === 1
          ? { state: 'running', check: null, progress: { done: 300, total: 1200, text: 'Reading rows' } }
          : {},
    })
    await userEvent.click(screen.getByRole('button', { name: 'Remove Region' }))
    expect(await screen.findByText('Reading the file · Reading rows · 300 of 1,200')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toHaveAttribute('aria-valuenow', '25')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/Nothing is created until/)).toBeVisible()
    expect(app.calls.findLast(({ route }) => route === 'cancelNewSurvey')?.params).toEqual({ importId: '2' })
    await userEvent.click(screen.getByRole('button', { name: /^Count them/ }))
    await waitFor(() => expect(lastChecked(app).decisions).toHaveLength(1))
    expect(lastChecked(app).hierarchy).toBeNull()
  })

  test('has a name that is taken told at the field', async () => {
    const server = newSurveyServer({ files: [uploadedFile()] })
    const words = 'There is a survey with this name.'
    const taken: Served = {
      route: checkNewSurvey,
      answer: (seen) =>
        (seen.body as NewSurveyOptions).survey === 'stores'
          ? refusal('conflict', words, { survey: words })
          : server.served.find(({ route }) => route.id === 'checkNewSurvey')!.answer(seen),
    }
    const app = await open(server, { isPlanned: true, before: [taken] })
    const name = await screen.findByRole('textbox', { name: 'Name in addresses' })
    await waitFor(() => expect(name).toHaveAccessibleDescription(expect.stringContaining(words)))
    await userEvent.clear(name)
    await userEvent.type(name, 'Störes 2026{Enter}')
    await screen.findByRole('table', { name: 'What was understood' })
    expect(lastChecked(app).survey).toBe('stores-2026')
    expect(screen.queryByText(words)).toBeNull()
  })

  test('goes on with a file where it was left, and forgets one that is removed', async () => {
    const app = await open(newSurveyServer({ files: [uploadedFile()] }))
    await userEvent.click(await screen.findByRole('link', { name: 'stores.csv' }))
    await screen.findByRole('table', { name: 'What was understood' })
    await userEvent.click(screen.getByRole('link', { name: 'Use another file' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove stores.csv' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'stores.csv' })).toBeNull())
    expect(app.calls.some(({ route }) => route === 'removeSurveyFile')).toBe(true)
  })
})

describe('the file', () => {
  test('is told to be wrong before it is sent: another type, empty, too large', async () => {
    const app = await open(newSurveyServer())
    const input = await chooser()
    expect(input.accept).toBe('.xlsx,.csv')
    const choose = (file: File) => userEvent.upload(input, file, { applyAccept: false })
    await choose(new File(['a'], 'photo.png'))
    expect(await screen.findByText('“photo.png” cannot be used. Choose a file that ends in .xlsx, .csv.')).toBeVisible()
    await choose(new File([], 'none.csv'))
    expect(await screen.findByText('“none.csv” is empty.')).toBeVisible()
    const large = new File(['a'], 'large.csv')
    Object.defineProperty(large, 'size', { value: 200_000_001 })
    await choose(large)
    expect(await screen.findByText(/“large.csv” is too large: 200 MB/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
    expect(app.calls.some(({ route }) => route === 'uploadSurveyFile')).toBe(false)
  })

  test('is uploaded with progress; what the server finds wrong is told, and the upload can be cancelled', async () => {
    const gate = makeGate()
    gate.close()
    const words = 'The file is protected by a password.'
    const slow = serve(uploadSurveyFile, () => refusal('validation', words, { file: words }))
    const held: Served = {
      route: slow.route,
      answer: async (seen) => {
        await gate.pass()
        return slow.answer(seen)
      },
    }
    await open(newSurveyServer(), { before: [held] })
    await userEvent.upload(await chooser(), csv)
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '46')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByText('stores.csv')).toBeVisible()
    gate.open()
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText(`The file was not uploaded. ${words}`)).toBeVisible()
    expect(screen.queryByText('stores.csv')).toBeNull()
  })
})

describe('who may make surveys', () => {
  test('others are not led there, and refused', async () => {
    const reader = identityFixture({ mayCreateSurveys: false })
    await renderApp('/newsurvey/visits', [...newSurveyServer().served, ...signedInServer(reader, startFixture())])
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Use your own data' })).toBeNull()
  })

  test('root allows it to administrators of the organisation', async () => {
    const app = await open(newSurveyServer())
    const allow = await screen.findByRole('switch', { name: /may also make surveys from files$/ })
    expect(allow).not.toBeChecked()
    await userEvent.click(allow)
    await waitFor(() => expect(allow).toBeChecked())
    expect(app.calls.find(({ route }) => route === 'saveNewSurveySetting')?.body).toEqual({ administrators: true })
  })

  test('on an empty installation the login screen leads there, and the organisation is named', async () => {
    const first = identityFixture({ isRoot: true, mayCreateSurveys: true, universe: null, universes: [], surveys: [] })
    const server = newSurveyServer()
    const app = await renderApp('/', [...server.served, ...signedInServer(first, startFixture())])
    await userEvent.click(await screen.findByRole('button', { name: 'Use your own data' }))
    await userEvent.upload(await chooser(), csv)
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await screen.findByRole('table', { name: 'What was understood' })
    expect(lastChecked(app)).toMatchObject({ universe: 'organisation', universeTitle: 'My organisation' })
    const organisation = screen.getByRole('textbox', { name: 'Your organisation' })
    await userEvent.clear(organisation)
    await userEvent.type(organisation, 'Nordic Retail{Enter}')
    await waitFor(() => expect(lastChecked(app).universe).toBe('nordic-retail'))
  })
})
