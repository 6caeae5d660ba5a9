import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

const about = {
  name: 'csi',
  definition: { en: 'Satisfaction index of three questions' },
  cases: 'interviews' as const,
  expression: 'csi(a, b, c)',
  alertMode: null,
  decimals: 1,
}

beforeEach(async () => {
  const headers = [nameColumn(), header('csi', { about }), header('share', { about: { ...about, cases: null } })]
  const rows = [
    unitRow('North', 1, [figure(76, { n: 310, low: 74.1, high: 77.9 }), figure(40)], { drillPath: 'country=North' }),
    unitRow('West', 2, [figure(64), figure(38)], { accessAllowed: false, isClosed: true }),
    unitRow('East', null, [{ text: '', value: null, n: null, suppressed: true }, figure(3)]),
  ]
  const footer = { cells: [{ text: 'All' }, figure(72, { n: 1204 }), figure(33)] }
  const table = component('ranking-table', { id: 'units', columns: ['csi', 'share'] })
  await renderApp('/ranking/visits/country=SE;channel=web', [
    serveWidget('ranking-table', () => ranking({ headers, rows, footer, selectionTime: { en: 'All of 2025' } })),
    ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
  ])
})

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!

/** Opens a figure and returns what its dialog says, and its link. */
async function opened(button: HTMLElement) {
  await userEvent.click(button)
  const dialog = await screen.findByRole('dialog')
  return { words: dialog.textContent ?? '', link: within(dialog).queryByRole('link') }
}

test('a figure opens its definition, days, filters, interval and number of answers, with exactly its cases', async () => {
  const north = await rowOf('North')
  const { words, link } = await opened(within(north).getByRole('button', { name: 'Details of CSI' }))
  expect(words).toContain('CSI · North')
  expect(words).toContain('Satisfaction index of three questions')
  expect(words).toContain('All of 2025')
  // By its value as well, once the words of filters are loaded.
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/Filtered by Channel: web/i))
  expect(words).toMatch(/74\.1.*77\.9/)
  expect(words).toContain('310 answers')
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/ranking\/visits\/country=North.*cases=csi/))
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('by keyboard the figures of a row follow its name, and those of the Total are stops of their own', async () => {
  const north = await rowOf('North')
  north.querySelector<HTMLElement>('[data-stop]')?.focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect((await screen.findByRole('dialog')).textContent).toContain('CSI · North')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(north).getByRole('button', { name: 'Details of CSI' })).toHaveFocus()
  const total = (await screen.findByRole('rowheader', { name: 'Total' })).closest('tr')!
  const sum = within(total).getByRole('button', { name: 'Details of CSI' })
  expect(sum.tabIndex).toBe(0)
  sum.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('CSI · All')
  expect(within(dialog).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/ranking\/visits\/country=SE;channel=web.*cases=csi/),
  )
})

test('no cases are offered where the reader may not open all of them, or where there is no list; nothing where there is no figure', async () => {
  const west = await rowOf('West')
  const closed = await opened(within(west).getByRole('button', { name: 'Details of CSI' }))
  expect(closed.link).toBeNull()
  expect(closed.words).toMatch(/not open|may not|cannot/i)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await opened(within(west).getByRole('button', { name: 'Details of SHARE' }))).link).toBeNull()
  expect(within(await rowOf('East')).getAllByRole('button')).toHaveLength(1)
})
