import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { removeImportSet } from '@gensvar/contract/imports'
import { importSetExample } from '@gensvar/contract/entities/imports'
import { deleteTableRow, updateTableRow } from '@gensvar/contract/tables'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const address = '/page/overview/visits/root'
const bodyRows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)
const firstCells = (table: HTMLElement) => bodyRows(table).map((row) => within(row).getByRole('rowheader').textContent)
const headNames = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((head) => [head.textContent, within(head).queryByRole('button') !== null])

describe('a table of the configuration', () => {
  const step = { en: 'Step', sv: 'Steg' }
  const notes = (paging: boolean, count = 3) =>
    component('data-table', {
      id: 'notes',
      source: 'static',
      paging,
      headers: [
        { text: step, sortable: true },
        { text: 'Days', align: 'right', sortable: true },
        { text: 'Note', align: 'center' },
      ],
      rows: [
        [{ text: { en: 'Total', sv: 'Summa' } }, { text: '110', sortable: false }, { text: '' }],
        ...Array.from({ length: count }, (_, at) => [
          { text: { en: `Call ${at + 1}`, sv: `Ring ${at + 1}` } },
          { text: at === 0 ? '100' : String(at) },
          { text: 'soon', ...(at === 0 && { align: 'right' as const }) },
        ]),
      ],
    })
  const open = (table: ReturnType<typeof notes>, locale: 'en' | 'sv' = 'en') =>
    renderApp(address, signedInServer(identityFixture({ locale }), startWith({ overview: [table] })), { locale })

  test('rows of cells with a text per language, aligned and sorted as they say, without a call (DTABLE-02) (DTABLE-20b) (DTABLE-20c) (DTABLE-20d)', async () => {
    const app = await open(notes(false), 'sv')
    const table = await screen.findByRole('table')
    expect(firstCells(table)).toEqual(['Summa', 'Ring 1', 'Ring 2', 'Ring 3'])
    expect(headNames(table)).toEqual([
      ['Steg', true],
      ['Days', true],
      ['Note', false],
    ])
    const aligned = (text: string) =>
      within(table)
        .getAllByText(text)
        .map((cell) => getComputedStyle(cell).textAlign)
    expect(aligned('100')).toEqual(['right'])
    expect(aligned('soon')).toEqual(['right', 'center', 'center'])
    await userEvent.click(within(table).getByRole('button', { name: 'Days' }))
    // Numbers by size; a row whose cell does not take part stays last.
    await waitFor(() => expect(firstCells(table)).toEqual(['Ring 2', 'Ring 3', 'Ring 1', 'Summa']))
    expect(app.address()).toBe(`${address}?notes.sortBy=column2&notes.sortDesc=false`)
    await userEvent.click(within(table).getByRole('button', { name: 'Days' }))
    await waitFor(() => expect(firstCells(table)).toEqual(['Ring 1', 'Ring 3', 'Ring 2', 'Summa']))
    app.back()
    await waitFor(() => expect(firstCells(table)[0]).toBe('Ring 2'))
    expect(app.calls.some(({ route }) => route === 'getWidgetData')).toBe(false)
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('pages its rows only when its flag is set, and searches all of them (DTABLE-20a)', async () => {
    const app = await open(notes(false, 60))
    expect(bodyRows(await screen.findByRole('table'))).toHaveLength(61)
    expect(screen.queryByRole('navigation', { name: 'Pages of the table' })).toBeNull()
    endApp()
    void app
    await open(notes(true, 60))
    const table = await screen.findByRole('table')
    expect(bodyRows(table)).toHaveLength(50)
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(firstCells(table)[0]).toBe('Call 50'))
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'Call 7')
    await waitFor(() => expect(firstCells(screen.getByRole('table'))).toEqual(['Call 7']))
  })
})

describe('a table of the server', () => {
  const config = component('data-table', { id: 'targets', source: 'server', tableId: 'targets', editable: true })
  const headers = ['What', 'Who'].map((text, at) => ({
    value: `column${at + 1}`,
    text,
    align: 'left' as const,
    sortable: true,
  }))
  type Row = { id: number; cells: string[]; version: number }

  /** A server with a table; what is saved is answered by `save`, if given. */
  async function open(
    given: Row[],
    { editable = true, save }: { editable?: boolean; save?: (seen: SeenCall) => Response | null } = {},
  ) {
    let rows = given
    const app = await renderApp(address, [
      serve(getWidgetData, ({ params }) =>
        params['component'] === 'sets'
          ? { importSets: [importSetExample], mayRemove: true }
          : { headers, rows, editable, paging: false, tableId: 'targets' },
      ),
      serve(updateTableRow, (seen) => {
        const refused = save?.(seen) ?? null
        if (refused) return refused
        const { row, version } = seen.body as { row: { id: number | null; cells: string[] }; version: number }
        const saved = { id: row.id ?? 9, cells: row.cells, version: version + 1 }
        rows = row.id === null ? [...rows, saved] : rows.map((one) => (one.id === row.id ? saved : one))
        return saved
      }),
      serve(deleteTableRow, ({ params }) => {
        rows = rows.filter(({ id }) => String(id) !== params['rowId'])
        return { ok: true }
      }),
      serve(removeImportSet, { ok: true, surveyRemoved: false }),
      ...signedInServer(
        identityFixture(),
        startWith({ overview: [config, component('import-set-list', { id: 'sets' })] }),
      ),
    ])
    return { app, change: (next: Row[]) => (rows = next), table: await screen.findByRole('table', { name: 'Table' }) }
  }

  const call: Row = { id: 1, cells: ['Call', 'Anna'], version: 3 }
  const write: Row = { id: 2, cells: ['Write', 'Bo'], version: 1 }
  const act = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const type = async (label: string, text: string) => {
    const field = await screen.findByRole('textbox', { name: label })
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }

  test('is fetched; a row is edited in a form with a field for each column, and one is added', async () => {
    const { app, table } = await open([call, write])
    await act('Edit Write')
    await type('Who', 'Eva')
    await act('Save row')
    await waitFor(() => expect(within(table).getByText('Eva')).toBeVisible())
    expect(app.calls.find(({ route }) => route === 'updateTableRow')).toMatchObject({
      params: { survey: 'visits', tableId: 'targets' },
      body: { row: { id: 2, cells: ['Write', 'Eva'] }, version: 1 },
    })
    await act('Add row')
    const dialog = within(await screen.findByRole('dialog'))
    await type('What', 'Visit')
    await userEvent.click(dialog.getByRole('button', { name: 'Add row' }))
    await waitFor(() => expect(firstCells(table)).toEqual(['Call', 'Write', 'Visit']))
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('a column of dates is shown and edited as the language writes dates, and sorted by day', async () => {
    const { app, table } = await open([
      { ...call, cells: ['Call', '2026-12-01'] },
      { ...write, cells: ['Write', '2026-02-15'] },
      { id: 3, cells: ['Visit', ''], version: 1 },
    ])
    expect(within(table).getByRole('cell', { name: '1 Dec 2026' })).toBeVisible()
    await userEvent.click(within(table).getByRole('button', { name: 'Who' }))
    await waitFor(() => expect(firstCells(table)).toEqual(['Write', 'Call', 'Visit']))
    await act('Edit Call')
    expect(await screen.findByRole('textbox', { name: 'Who' })).toHaveValue('01/12/2026')
    await type('Who', '24/12/2026')
    await act('Save row')
    await waitFor(() => expect(within(table).getByText('24 Dec 2026')).toBeVisible())
    expect(app.calls.find(({ route }) => route === 'updateTableRow')?.body).toMatchObject({
      row: { cells: ['Call', '2026-12-24'] },
    })
    // One cell of words does not turn the dates beside it into codes.
    await act('Edit Visit')
    await type('Who', 'in spring')
    await act('Save row')
    await waitFor(() => expect(within(table).getByText('in spring')).toBeVisible())
    expect(within(table).getByText('24 Dec 2026')).toBeVisible()
  })

  test('a deletion is confirmed and told by "data deleted", as that of an import set (DTABLE-05)', async () => {
    const { table } = await open([call, write])
    await act('Delete Call')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete row?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(firstCells(table)).toEqual(['Call', 'Write'])
    await act('Delete Call')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
    expect(await screen.findByText('data deleted')).toBeVisible()
    await waitFor(() => expect(firstCells(table)).toEqual(['Write']))
    await userEvent.click(screen.getByRole('button', { name: /^Delete import/ }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
    expect(await screen.findByText(/^data deleted:/)).toBeVisible()
  })

  test('a row is deleted only while another remains: the button says why (DTABLE-04)', async () => {
    const { app } = await open([call])
    const button = await screen.findByRole('button', { name: 'Delete Call: the last row of a table stays' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(app.calls.some(({ route }) => route === 'deleteTableRow')).toBe(false)
  })

  test("without the server's editable flag nothing is offered (DTABLE-03)", async () => {
    await open([call, write], { editable: false })
    for (const name of [/^Edit/, /^Delete (Call|Write)/, 'Add row'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('the second of two editors is told what differs and may overwrite it', async () => {
    let isStale = true
    const stale = () => (isStale ? refusal('conflict', 'Changed.', { version: 'is out of date' }) : null)
    const { app, change, table } = await open([call, write], { save: stale })
    await act('Edit Call')
    await type('Who', 'Mine')
    change([{ id: 1, cells: ['Call', 'Theirs'], version: 4 }, write])
    await act('Save row')
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' }))
    expect(dialog.getByRole('listitem')).toHaveTextContent('Who')
    isStale = false
    await userEvent.click(dialog.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(within(table).getByText('Mine')).toBeVisible())
    expect(app.calls.findLast(({ route }) => route === 'updateTableRow')?.body).toEqual({
      row: { id: 1, cells: ['Call', 'Mine'] },
      version: 4,
    })
  })
})

test('the component exists as a table of the configuration and as one of the server (COMP-08)', async () => {
  const app = await renderApp(address, [
    serveWidget('data-table', () => ({
      headers: [{ value: 'column1', text: 'What', align: 'left' as const, sortable: true }],
      rows: [{ id: 1, cells: ['From the server'], version: 1 }],
      editable: false,
      paging: false,
      tableId: 'targets',
    })),
    ...signedInServer(
      identityFixture(),
      startWith({
        overview: [
          component('data-table', {
            id: 'notes',
            source: 'static',
            headers: [{ text: 'Step' }],
            rows: [[{ text: 'As written' }]],
          }),
          component('data-table', { id: 'targets', source: 'server', tableId: 'targets' }),
        ],
      }),
    ),
  ])
  expect(await screen.findByRole('rowheader', { name: 'As written' })).toBeVisible()
  expect(await screen.findByRole('rowheader', { name: 'From the server' })).toBeVisible()
  expect(app.calls.filter(({ route }) => route === 'getWidgetData').map(({ params }) => params['component'])).toEqual([
    'targets',
  ])
})
