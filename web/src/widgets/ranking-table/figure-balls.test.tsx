import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RankingHeader } from '@gensvar/contract/entities/ranking'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import {
  component,
  figure,
  header,
  nameColumn,
  ranking,
  startWith,
  unitRow,
} from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const ball = (name: string): NonNullable<RankingHeader['balls']>[number] => ({
  text: { en: name },
  about: {
    name: name.toLowerCase(),
    definition: { en: `Mean of “${name}”` },
    cases: 'interviews',
    expression: null,
    alertMode: null,
    decimals: 1,
  },
})

beforeEach(() => open())

/** The ranking; in a narrow window the balls are folded under their row. */
async function open(width?: number) {
  const of = [ball('Range'), ball('Tidy'), ball('Value')]
  const shop = header('shop', { renderType: 'lits', balls: of, about: undefined })
  const withheld = { text: '', value: null, n: null, suppressed: true, helpText: { en: 'Fewer than 5 answers.' } }
  // Two more columns take the room of a narrow window.
  const more = width === undefined ? [] : ['csi', 'nps'].map((name) => header(name, { about: of[0]?.about }))
  const figures = more.map(() => figure(76))
  const rows = [
    unitRow('North', 1, [
      ...figures,
      {
        text: '4 - 2',
        lits: [4, null, 2],
        balls: [
          { text: '9.1', value: 9.1, n: 310, low: 8.8, high: 9.4 },
          withheld,
          { text: '5.2', value: 5.2, n: 3, low: 2.6, high: 7.8, few: true },
        ],
      },
    ]),
    unitRow('West', 2, [...figures, { text: '3 3 3', lits: [3, 3, 3], balls: [figure(7), figure(7), figure(7)] }], {
      isClosed: true,
    }),
    unitRow('East', null, [...figures, { ...withheld, lits: [] }]),
  ]
  const footer = {
    cells: [{ text: 'All' }, ...figures, { text: '4 4 4', lits: [4, 4, 4], balls: Array(3).fill(figure(9)) }],
  }
  const table = component('ranking-table', { id: 'units', columns: ['shop'] })
  await renderApp(
    '/ranking/visits/country=SE;channel=web',
    [
      serveWidget('ranking-table', () =>
        ranking({ headers: [nameColumn(), ...more, shop], rows, footer, selectionTime: { en: 'All of 2025' } }),
      ),
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ],
    { width },
  )
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!

/** Closes the dialog, and waits until it is gone. */
async function closed() {
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('a ball opens what its figure is: name, value, answers, interval, days, filters and exactly its cases', async () => {
  await userEvent.click(within(await rowOf('North')).getByRole('button', { name: 'Range: green' }))
  const dialog = await screen.findByRole('dialog')
  for (const words of ['Range · North', '9.1', 'Mean of “Range”', 'All of 2025', '310 answers'])
    expect(dialog.textContent).toContain(words)
  expect(dialog.textContent).toMatch(/8\.8.*9\.4/)
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/Filtered by Channel: web/i))
  const cases = within(dialog).getByRole('link')
  expect(cases).toHaveAttribute('href', expect.stringMatching(/^\/ranking\/visits\/country=North.*cases=range/))
  await closed()
  await userEvent.click(within(await rowOf('West')).getByRole('button', { name: 'Tidy: yellow' }))
  expect(within(await screen.findByRole('dialog')).queryByRole('link')).toBeNull()
})

test('by keyboard the balls of a row follow its name, and those of the Total are stops of their own', async () => {
  const north = await rowOf('North')
  north.querySelector<HTMLElement>('[data-stop]')?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect((await screen.findByRole('dialog')).textContent).toContain('Value · North')
  await closed()
  expect(within(north).getByRole('button', { name: 'Value: red · Few answers' })).toHaveFocus()
  const total = (await screen.findByRole('rowheader', { name: 'Total' })).closest('tr')!
  const stops = within(total).getAllByRole('button')
  expect(stops.map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0])
  stops[1]?.focus()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('dialog')).textContent).toContain('Tidy · All')
})

test('a ball of few answers has no colour but a dashed ring, which the legend explains; a withheld one opens nothing', async () => {
  const north = await rowOf('North')
  const [good, few] = within(north).getAllByRole('button')
  const ring = (button: HTMLElement | undefined) => getComputedStyle(button!.querySelector('circle')!)
  expect(ring(few).fill).toBe('none')
  expect(ring(few).strokeDasharray).not.toBe('none')
  expect(ring(good).fill).not.toBe('none')
  expect(ring(good).strokeDasharray).toBe('none')
  expect(within(screen.getByText(/^Each ball is a question/).parentElement!).getByText('Few answers')).toBeVisible()
  expect(within(north).getByRole('img', { name: 'Tidy: Fewer than 5 answers.' })).toBeVisible()
  expect(within(await rowOf('East')).queryAllByRole('button')).toEqual([])
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('in a narrow window the figures and balls that are folded under a row open too, by click and by the arrow keys', async () => {
  endApp()
  await open(390)
  const north = await rowOf('North')
  const unfold = within(north).getByRole('button', { name: 'All columns of North' })
  await userEvent.click(unfold)
  const folded = north.nextElementSibling as HTMLElement
  const nps = within(folded).getByRole('button', { name: 'Details of NPS' })
  // Not cut by its line.
  const { left, width } = nps.getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(nps.closest('dd')!.getBoundingClientRect().left)
  expect(width).toBeGreaterThanOrEqual(24)
  await userEvent.keyboard('{ArrowRight}')
  expect(nps).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect((await screen.findByRole('dialog')).textContent).toContain('Value · North')
  await closed()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(unfold).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect((await rowOf('West')).contains(document.activeElement)).toBe(true)
})
