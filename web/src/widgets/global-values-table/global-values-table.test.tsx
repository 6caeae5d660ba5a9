import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import type { GlobalValuesRow } from '@gensvar/contract/entities/data-tables'
import { streamGlobalValues } from '@gensvar/contract/tables'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { streamed } from '#web/testing/streamed.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'

let logged: MockInstance

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  useScheme('light')
  endApp()
})

const row = (surveyname: string, value: number | null = null) => ({
  surveyname,
  title: surveyname.toUpperCase(),
  cells: value === null ? [] : [String(value)],
  values: value === null ? [] : [value],
  withheld: value === null ? [] : [null],
  details: value === null ? [] : [null],
  isDated: true,
})
const initial = (...surveys: string[]) => ({
  headers: [{ value: 'csi', text: 'CSI', align: 'right', sortable: true }],
  rows: surveys.map((one) => row(one)),
  period: 'Last month',
})

async function open(answer: () => Response, href = '/page/overview/visits/root') {
  const app = await renderApp(href, [
    serve(streamGlobalValues, answer),
    ...signedInServer(
      identityFixture(),
      startWith({
        overview: [component('global-values-table', { id: 'gv', title: 'All surveys', indicators: ['csi'] })],
      }),
    ),
  ])
  return { app, asked: () => app.calls.filter(({ route }) => route === 'streamGlobalValues') }
}

const shown = () =>
  within(screen.getByRole('table', { name: 'All surveys' }))
    .getAllByRole('row')
    .slice(1)
    .map((line) => [...line.children].map((cell) => cell.textContent))

test('is filled by its stream: the beginning, then rows by survey, closed at the end (COMP-29) (DTABLE-08) (DTABLE-16) (DTABLE-17) (DTABLE-18)', async () => {
  const stream = streamed()
  const { app, asked } = await open(() => stream.response)
  stream.send('globalTableInitialData', initial('alpha', 'beta'))
  expect(await screen.findByRole('table', { name: 'All surveys' })).toBeVisible()
  expect(shown()).toEqual([
    ['ALPHA', '…'],
    ['BETA', '…'],
  ])
  expect(screen.getByText(/^Last month/)).toBeVisible()
  // An event may arrive in pieces.
  const text = `event: globalSurveyResult\ndata: ${JSON.stringify(row('beta', 74))}\n\n`
  stream.write(text.slice(0, 30))
  stream.write(text.slice(30))
  await waitFor(() => expect(shown()[1]).toEqual(['BETA', '74']))
  expect(shown()[0]).toEqual(['ALPHA', '…'])
  stream.send('globalSurveyResult', row('beta', 75))
  stream.send('globalSurveyResult', row('gamma', 8))
  await waitFor(() =>
    expect(shown()).toEqual([
      ['ALPHA', '…'],
      ['BETA', '75'],
      ['GAMMA', '8'],
    ]),
  )
  stream.send('globalSurveyResult', row('alpha', 100))
  await waitFor(() => expect(shown()[0]).toEqual(['ALPHA', '100']))
  expect(stream.isClosed).toBe(false)
  stream.send('globalTableDataEnd', {})
  await waitFor(() => expect(stream.isClosed).toBe(true))
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.params).toEqual({ survey: 'visits', component: 'gv', drillPath: 'root' })
  expect(asked()[0]?.headers.get('authorization')).toMatch(/^Bearer /)
  await userEvent.click(screen.getByRole('button', { name: 'CSI' }))
  await waitFor(() => expect(shown().map(([, value]) => value)).toEqual(['100', '75', '8']))
  expect(app.address()).toContain('gv.sortBy=csi')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('a lost connection is only logged: the table keeps what it has, and the stream is opened again (DTABLE-19)', async () => {
  const streams = [streamed(), streamed()]
  const { asked } = await open(() => streams[asked().length - 1]!.response)
  streams[0]!.send('globalTableInitialData', initial('alpha', 'beta'))
  streams[0]!.send('globalSurveyResult', row('alpha', 61))
  await waitFor(() => expect(screen.getByText('61')).toBeVisible())
  streams[0]!.breakOff()
  await waitFor(() => expect(asked()).toHaveLength(2), { timeout: 5000 })
  expect(logged).toHaveBeenCalledTimes(1)
  streams[1]!.send('globalTableInitialData', initial('alpha', 'beta'))
  streams[1]!.send('globalSurveyResult', row('beta', 62))
  await waitFor(() =>
    expect(shown()).toEqual([
      ['ALPHA', '61'],
      ['BETA', '62'],
    ]),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  streams[1]!.send('globalTableDataEnd', {})
  await waitFor(() => expect(streams[1]!.isClosed).toBe(true))
})

test('what the server refuses is said in the card; leaving the page closes the stream', async () => {
  await open(() => refusal('forbidden', 'No access to "Norway".'))
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  endApp()
  const stream = streamed()
  await open(() => stream.response)
  stream.send('globalTableInitialData', initial('alpha'))
  await screen.findByRole('table', { name: 'All surveys' })
  endApp()
  await waitFor(() => expect(stream.isClosed).toBe(true))
})

const figure: GlobalValuesRow['details'][number] = {
  name: 'csi',
  definition: { en: 'Mean of three questions' },
  ...{ expression: 'csi(a, b, c)', alertMode: null, decimals: 1, cases: 'interviews' },
  ...{ low: 71.2, high: 76.8, n: 240, isRounded: false },
}

test('a figure opens what it is in its own survey, with its answers there, by click and by keyboard', async () => {
  const stream = streamed()
  await open(() => stream.response, '/page/overview/visits/country=SE;channel=web;date=last_3m')
  stream.send('globalTableInitialData', initial('alpha', 'beta', 'gamma'))
  stream.send('globalSurveyResult', { ...row('alpha', 74), details: [figure] })
  stream.send('globalSurveyResult', {
    ...{ ...row('beta', 61), isDated: false },
    details: [{ ...figure, definition: { en: 'Theirs' }, isRounded: true, cases: null }],
  })
  stream.send('globalSurveyResult', {
    ...row('gamma'),
    cells: [''],
    values: [null],
    withheld: ['Few'],
    details: [null],
  })
  stream.send('globalTableDataEnd', {})
  const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!
  await userEvent.click(await within(await rowOf('ALPHA')).findByRole('button', { name: 'Details of CSI' }))
  const dialog = await screen.findByRole('dialog')
  for (const words of ['CSI · ALPHA', 'Mean of three questions', 'Last month', '240 answers'])
    expect(dialog.textContent).toContain(words)
  expect(dialog.textContent).toMatch(/71\.2.*76\.8/)
  // Place and filters of the page are not its own.
  expect(dialog.textContent).not.toMatch(/filter/i)
  const cases = within(dialog).getByRole('link')
  expect(cases).toHaveAttribute('href', '/ranking/alpha/date=last_3m?cases=csi')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const beta = await rowOf('BETA')
  beta.querySelector<HTMLElement>('[data-stop]')?.focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  const theirs = await screen.findByRole('dialog')
  expect(theirs.textContent).toContain('CSI · BETA')
  expect(theirs.textContent).toContain('≈ 240 answers')
  expect(theirs.textContent).not.toContain('Last month')
  expect(within(theirs).queryByRole('link')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(within(beta).getByRole('button')).toHaveFocus())
  expect(within(await rowOf('GAMMA')).queryByRole('button')).toBeNull()
})
