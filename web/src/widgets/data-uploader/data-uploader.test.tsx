import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  cancelImport,
  checkImport,
  getImportFile,
  getImportStatus,
  handleMapping,
  removeImportFile,
  removeImportSet,
  uploadImportFile,
} from '@gensvar/contract/imports'
import { importSetExample } from '@gensvar/contract/entities/imports'
import { getFilterData } from '@gensvar/contract/filters'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'

type Uploaded = z.input<typeof uploadImportFile.response>
type Status = z.input<typeof getImportStatus.response>
type Check = NonNullable<Status['check']>

afterEach(() => {
  useScheme('light')
  endApp()
})

function uploaded(change: Partial<Uploaded> = {}): Uploaded {
  return {
    filename: 'customers.xlsx',
    mapping: {
      columns: [
        { title: { en: 'E-mail' }, variable: 'email', mandatory: true },
        { title: { en: 'Satisfaction' }, variable: 'csi', mandatory: false },
      ],
      states: [
        { name: { en: 'Completed' }, value: '0' },
        { name: { en: 'New' }, value: '1' },
      ],
    },
    spreadsheet: {
      columns: [
        { name: 'Mail', firstRow: 'eva@example.org', idx: 0 },
        { name: 'Score', firstRow: '5', idx: 1 },
        { name: 'Number', firstRow: '417', idx: 2 },
      ],
      sheets: ['Customers', 'Old'],
      sheet: 'Customers',
    },
    suggested: { state: '1', fieldMapping: { email: 0 }, key: null },
    mayUpdate: false,
    error: null,
    message: null,
    ...change,
  }
}

const right: Check = {
  rows: 120,
  adds: 120,
  changes: 0,
  nalerts: 4,
  columns: [{ variable: 'email', title: 'E-mail' }],
  first: [{ row: 2, cells: ['eva@example.org'] }],
  nerrors: 0,
  errors: [],
  notes: [],
}

const raised = { nerased: 0, nlate: 0, nalerts: 4, notices: true, importSetId: 3 }

interface Options {
  files?: string[]
  mayImport?: boolean
  upload?: (seen: SeenCall) => Uploaded | Response
  statusOf?: (body: Record<string, unknown>, isCheck: boolean) => Partial<Status>
  isRoot?: boolean
  before?: Served[]
}

/** A page with an uploader, and a server that imports whatever has no errors. */
async function open({ files = [], mayImport = true, upload, statusOf, isRoot = false, before = [] }: Options = {}) {
  let known = [...files]
  let sets = [importSetExample]
  const list = component('import-set-list', { id: 'sets' })
  const bodies: { body: Record<string, unknown>; isCheck: boolean }[] = []
  const start = (isCheck: boolean) => (seen: SeenCall) => {
    bodies.push({ body: seen.body as Record<string, unknown>, isCheck })
    return { importId: bodies.length }
  }
  const uploader = component('data-uploader', {
    id: 'up',
    title: 'Import customers',
    states: [0, 1],
    fields: [{ variable: 'email', mandatory: true }, { variable: 'csi' }],
  })
  const app = await renderApp('/page/overview/visits/root', [
    ...before,
    serve(getWidgetData, ({ params }) =>
      params['component'] === 'sets' ? { importSets: sets, mayRemove: true } : { files: known, mayImport },
    ),
    serve(removeImportSet, () => {
      sets = []
      return { ok: true, surveyRemoved: false }
    }),
    serve(getFilterData, ({ params }) => ({ type: params['type'] as 'standard', filterGroups: [] })),
    serve(uploadImportFile, (seen) => upload?.(seen) ?? uploaded()),
    serve(getImportFile, ({ query }) => {
      const file = uploaded({ filename: query['filename'] ?? '' })
      return { ...file, spreadsheet: { ...file.spreadsheet, sheet: query['sheet'] ?? 'Customers' } }
    }),
    serve(removeImportFile, ({ query }) => {
      known = known.filter((name) => name !== query['filename'])
      return { ok: true }
    }),
    serve(checkImport, start(true)),
    serve(handleMapping, start(false)),
    serve(cancelImport, { ok: true }),
    serve(getImportStatus, ({ params }): Status => {
      const importId = Number(params['importId'])
      const { body, isCheck } = bodies[importId - 1]!
      return {
        importId,
        state: 'done',
        progress: null,
        error: null,
        check: isCheck ? right : null,
        result: isCheck
          ? null
          : { ok: true, error: null, ninterviews: 120, ...raised, notices: body['notices'] === true },
        ...statusOf?.(body, isCheck),
      }
    }),
    ...signedInServer(identityFixture({ isRoot }), startWith({ overview: [uploader, list] })),
  ])
  await screen.findByRole('heading', { name: 'Import customers' })
  return app
}

const xlsx = new File(['a spreadsheet'], 'customers.xlsx')

const chooser = async (): Promise<HTMLInputElement> => {
  await screen.findByRole('button', { name: 'Choose a file' })
  return document.querySelector<HTMLInputElement>('input[type=file]')!
}

/** Chooses and uploads the file. */
async function sendFile(): Promise<void> {
  await userEvent.upload(await chooser(), xlsx)
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
}

const sent = (app: RunningApp, route: string) => app.calls.filter((one) => one.route === route).map(({ body }) => body)
const importButton = () => screen.findByRole('button', { name: 'Import' })
const options = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('the upload', () => {
  test('the chooser accepts .xlsx alone, and Upload waits for a file (IMPORT-01) (IMPORT-02)', async () => {
    const app = await open()
    const input = await chooser()
    expect(input.accept).toBe('.xlsx')
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
    await userEvent.upload(input, new File(['a'], 'customers.csv'), { applyAccept: false })
    expect(await screen.findByText(/“customers.csv” cannot be used/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
    await userEvent.upload(input, xlsx)
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled()
    expect(sent(app, 'uploadImportFile')).toEqual([])
    expect(await accessibilityProblems()).toEqual([])
  })

  test('shows how much is sent, asks before the page is left, and can be cancelled (IMPORT-03) (IMPORT-16)', async () => {
    const gate = makeGate()
    gate.close()
    const held: Served = {
      route: uploadImportFile,
      answer: async () => {
        await gate.pass()
        return uploaded()
      },
    }
    const app = await open({ before: [held] })
    await sendFile()
    const bar = await screen.findByRole('progressbar', { name: 'Uploading' })
    expect(bar).toHaveAttribute('aria-valuenow', '46')
    expect(screen.getByText('6 bytes of 13 bytes sent')).toBeVisible()
    expect(app.calls.filter(({ route }) => route === 'uploadImportFile')).toMatchObject([
      { params: { survey: 'visits', component: 'up' }, query: { filename: 'customers.xlsx' }, body: 'a spreadsheet' },
    ])
    app.go('/ranking/visits/root')
    const question = within(await screen.findByRole('dialog', { name: 'Cancel the upload?' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe('/page/overview/visits/root')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled()
    gate.open()
  })

  test('that failed resets the progress, clears the file and says why, to try again (IMPORT-10)', async () => {
    let isBroken = true
    const app = await open({
      upload: () => (isBroken ? refusal('unavailable', 'The disk is full. Try again later.') : uploaded()),
    })
    await userEvent.upload(await chooser(), xlsx)
    expect(screen.getByRole('button', { name: 'Remove customers.xlsx' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('The file was not uploaded. The disk is full. Try again later.')).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove customers.xlsx' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
    isBroken = false
    await sendFile()
    expect(await screen.findByRole('table', { name: 'Fields and columns' })).toBeVisible()
    expect(app.calls.filter(({ route }) => route === 'uploadImportFile')).toHaveLength(2)
  })

  test('files uploaded earlier are opened again or removed', async () => {
    const app = await open({ files: ['march.xlsx', 'april.xlsx'] })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove march.xlsx' }))
    await waitFor(() => expect(screen.queryByText('march.xlsx')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Open april.xlsx' }))
    await screen.findByRole('table', { name: 'Fields and columns' })
    expect(app.calls.find(({ route }) => route === 'getImportFile')?.query).toEqual({ filename: 'april.xlsx' })
  })

  test('is for administrators of the survey alone', async () => {
    await open({ mayImport: false })
    expect(await screen.findByText(/Only administrators of the survey can import/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull()
  })
})

describe('the mapping', () => {
  test('links fields, with title, variable and mark, to columns, with name, first row and index (IMPORT-04) (IMPORT-05a) (IMPORT-05b)', async () => {
    const app = await open()
    await sendFile()
    const table = await screen.findByRole('table', { name: 'Fields and columns' })
    const [email, csi] = within(table).getAllByRole('rowheader') as [HTMLElement, HTMLElement]
    expect(email).toHaveTextContent('E-mail*email')
    expect(within(email).getByRole('img', { name: 'Mandatory' })).toBeVisible()
    expect(csi).toHaveTextContent('Satisfactioncsi')
    expect(within(csi).queryByRole('img')).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Column for E-mail' })).toHaveValue('0')
    expect(options('Column for Satisfaction')).toEqual([
      'Not linked',
      '1 · Mail (first row: eva@example.org)',
      '2 · Score (first row: 5)',
      '3 · Number (first row: 417)',
    ])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Column for Satisfaction' }), '1')
    await waitFor(() => expect(sent(app, 'checkImport').at(-1)).toMatchObject({ fieldMapping: { email: 0, csi: 1 } }))
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('states are offered by name and sent by value with the mapping (IMPORT-05c) (IMPORT-06) (IMPORT-22)', async () => {
    const app = await open()
    await sendFile()
    await importButton()
    expect(options('State of the rows')).toEqual(['Completed', 'New'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State of the rows' }), 'Completed')
    await waitFor(async () => expect(await importButton()).toBeEnabled())
    await userEvent.click(await importButton())
    await waitFor(() =>
      expect(sent(app, 'handleMapping')).toEqual([
        {
          filename: 'customers.xlsx',
          sheet: 'Customers',
          state: '0',
          fieldMapping: { email: 0 },
          key: null,
          update: false,
          notices: true,
        },
      ]),
    )
  })

  test('Import waits until every mandatory field is linked, and says which is not (IMPORT-21)', async () => {
    const app = await open({
      upload: () => uploaded({ suggested: { state: '1', fieldMapping: { csi: 1 }, key: null } }),
    })
    await sendFile()
    expect(await importButton()).toBeDisabled()
    expect(screen.getByText('Link first: E-mail')).toBeVisible()
    expect(sent(app, 'checkImport')).toEqual([])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Column for E-mail' }), '0')
    await waitFor(async () => expect(await importButton()).toBeEnabled())
    expect(screen.queryByText(/Link first/)).toBeNull()
  })

  test('another sheet has its own columns', async () => {
    const app = await open()
    await sendFile()
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sheet' }), 'Old')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sheet' })).toHaveValue('Old'))
    await waitFor(() => expect(sent(app, 'checkImport').at(-1)).toMatchObject({ sheet: 'Old' }))
  })

  test('shows the first rows and every error with row, column and what was read, before anything is written', async () => {
    const errors = [
      { message: '“hello” is not a number from 1 to 5.', row: 14, column: 'Score', read: 'hello' },
      { message: 'The key occurs twice.', row: 20, column: null, read: null },
    ]
    const app = await open({
      statusOf: (_body, isCheck) => (isCheck ? { check: { ...right, nerrors: 700, errors } } : {}),
    })
    await sendFile()
    const table = await screen.findByRole('table', { name: 'Errors in the file' })
    const cells = within(table)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map((cell) => cell.textContent),
      )
    expect(cells.slice(1)).toEqual([
      ['14', 'Score', 'hello', '“hello” is not a number from 1 to 5.'],
      ['20', '', '', 'The key occurs twice.'],
    ])
    expect(screen.getByText('700 errors: nothing can be imported until they are corrected in the file')).toBeVisible()
    expect(screen.getByText('The first 2 of 700 errors are listed.')).toBeVisible()
    const first = screen.getByRole('table', { name: 'The first rows as they were read' })
    expect(within(first).getByRole('cell', { name: 'eva@example.org' })).toBeVisible()
    expect(await importButton()).toBeDisabled()
    expect(sent(app, 'handleMapping')).toEqual([])
  })
})

describe('the import', () => {
  test('upload, map, import or update, result: ok, or the error as text (IMPORT-08) (IMPORT-11)', async () => {
    let error: string | null = 'Somebody removed the question.'
    const app = await open({
      isRoot: true,
      upload: () =>
        uploaded({
          mayUpdate: true,
          suggested: { state: '1', fieldMapping: { email: 0 }, key: { by: 'key', idx: 2 } },
        }),
      statusOf({ update }, isCheck) {
        if (isCheck) return {}
        const result = { ok: error === null, error, ninterviews: update === true ? 75 : 120, ...raised }
        return { state: error === null ? 'done' : 'failed', result }
      },
    })
    // The table to map comes with the file, and the result with the import.
    await chooser()
    expect(screen.queryByRole('table', { name: 'Fields and columns' })).toBeNull()
    await sendFile()
    expect(await screen.findByText('120 responses can be imported')).toBeVisible()
    expect(screen.getByText('4 alerts would be raised')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Fields and columns' })).toBeVisible()
    expect(screen.queryByText(/^Imported|Nothing was imported/)).toBeNull()
    await userEvent.click(await importButton())
    expect(await screen.findByText('Nothing was imported. Somebody removed the question.')).toBeVisible()
    error = null
    await userEvent.click(await importButton())
    expect(await screen.findByText('Imported: 120 responses (4 alerts were raised)')).toBeVisible()
    await sendFile()
    const update = await screen.findByRole('button', { name: 'Update' })
    await waitFor(() => expect(update).toBeEnabled())
    await userEvent.click(update)
    await waitFor(() => expect(sent(app, 'checkImport').at(-1)).toMatchObject({ update: true }))
    await waitFor(() => expect(update).toBeEnabled())
    await userEvent.click(update)
    expect(await screen.findByText('Imported: 75 responses (4 alerts were raised)')).toBeVisible()
    expect(sent(app, 'handleMapping').map((body) => (body as { update: boolean }).update)).toEqual([false, false, true])
    await chooser()
  })

  test('tells the owners of alerts that it raises, unless its notices are held back', async () => {
    const app = await open()
    await sendFile()
    const send = await screen.findByRole('switch', { name: 'Send notices of alerts' })
    expect(send).toBeChecked()
    await userEvent.click(send)
    expect(send).toHaveAccessibleDescription('Their owners find them in their lists, and are not told now.')
    await userEvent.click(await importButton())
    expect(
      await screen.findByText('Imported: 120 responses (4 alerts were raised; their owners were not told)'),
    ).toBeVisible()
    await sendFile()
    expect(await screen.findByRole('switch', { name: 'Send notices of alerts' })).toBeChecked()
    await userEvent.click(await importButton())
    expect(await screen.findByText('Imported: 120 responses (4 alerts were raised)')).toBeVisible()
    expect(sent(app, 'handleMapping')).toMatchObject([{ notices: false }, { notices: true }])
    // Where none would be raised, nothing is asked.
    endApp()
    await open({ statusOf: (_body, isCheck) => (isCheck ? { check: { ...right, nalerts: 0 } } : {}) })
    await sendFile()
    expect(await screen.findByText('120 responses can be imported')).toBeVisible()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('once it is there, or undone, figures, filters and all else known of the survey are fetched again (IMPORT-12)', async () => {
    const app = await open()
    await screen.findByRole('tab', { name: 'Standard' })
    const fetched = () =>
      ['getSurveyStart', 'getFilterData', 'getWidgetData', 'getSurveyStatus'].map(
        (id) => app.calls.filter(({ route }) => route === id).length,
      )
    const areMoreThan = (before: number[]) =>
      waitFor(() => expect(fetched().every((count, index) => count > before[index]!)).toBe(true))
    await sendFile()
    await screen.findByText('120 responses can be imported')
    const before = fetched()
    await userEvent.click(await importButton())
    await areMoreThan(before)
    const between = fetched()
    await userEvent.click(await screen.findByRole('button', { name: /^Delete import 3/ }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
    await areMoreThan(between)
    expect(await screen.findByText('Nothing has been imported')).toBeVisible()
  })

  test('an error of the file or of the import is told in words, and can be tried again (IMPORT-09)', async () => {
    let isBroken = true
    await open({
      upload: () => (isBroken ? uploaded({ error: 'The sheet has no rows.' }) : uploaded()),
      statusOf: (_body, isCheck) =>
        isCheck || !isBroken
          ? {}
          : {
              result: {
                ...{ ok: false, error: 'Somebody removed the survey.', ninterviews: 0, nerased: 0 },
                ...{ nlate: 0, nalerts: 0, notices: true, importSetId: null },
              },
            },
    })
    await sendFile()
    expect(await screen.findByText('The file was not uploaded. The sheet has no rows.')).toBeVisible()
    isBroken = false
    await sendFile()
    await screen.findByText('120 responses can be imported')
    isBroken = true
    await userEvent.click(await importButton())
    expect(await screen.findByText('Nothing was imported. Somebody removed the survey.')).toBeVisible()
    isBroken = false
    await userEvent.click(await importButton())
    expect(await screen.findByText('Imported: 120 responses (4 alerts were raised)')).toBeVisible()
  })

  test('is followed while it runs, and can be cancelled', async () => {
    const app = await open({
      statusOf: (_body, isCheck) =>
        isCheck ? {} : { state: 'running', result: null, progress: { done: 30, total: 120, text: 'Writing rows' } },
    })
    await sendFile()
    await screen.findByText('120 responses can be imported')
    await userEvent.click(await importButton())
    expect(await screen.findByText('Importing · Writing rows · 30 of 120')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.calls.find(({ route }) => route === 'cancelImport')?.params['importId']).toBe('2'))
  })

  test('Update is for root alone; it needs a key, is checked first, and changes responses (IMPORT-07)', async () => {
    await open()
    await sendFile()
    await importButton()
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    endApp()

    const app = await open({
      isRoot: true,
      upload: () => uploaded({ mayUpdate: true }),
      statusOf: ({ update }, isCheck) =>
        isCheck && update === true ? { check: { ...right, rows: 80, adds: 0, changes: 75 } } : {},
    })
    await sendFile()
    const update = await screen.findByRole('button', { name: 'Update' })
    expect(update).toBeDisabled()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Column with the key' }), '2')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'The key is' }), 'the number shown in lists')
    await waitFor(() => expect(update).toBeEnabled())
    await userEvent.click(update)
    expect(await screen.findByText(/75 responses would be changed by 80 rows/)).toBeVisible()
    expect(sent(app, 'handleMapping')).toEqual([])
    await waitFor(() => expect(update).toBeEnabled())
    await userEvent.click(update)
    await waitFor(() => expect(sent(app, 'handleMapping')).toMatchObject([{ update: true, key: { by: 'id', idx: 2 } }]))
  })
})
