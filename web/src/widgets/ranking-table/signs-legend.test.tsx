import { screen, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import type { RankingCell } from '@gensvar/contract/entities/ranking'
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

async function open(cells: readonly RankingCell[]): Promise<void> {
  const headers = [nameColumn(), header('csi')]
  const rows = cells.map((cell, at) => unitRow(`Unit ${at}`, null, [cell]))
  const table = component('ranking-table', { id: 'units', columns: ['csi'] })
  await renderApp('/ranking/visits/root', [
    serveWidget('ranking-table', () => ranking({ headers, rows, footer: null })),
    ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
  ])
  await screen.findByRole('rowheader', { name: /^Unit 0/ })
}

const legend = () => screen.queryByRole('list', { name: 'Signs' })

test('the signs that are in a ranking stand above it in words, and no others', async () => {
  await open([
    figure(40, { goalStatus: false }),
    figure(71, { goalStatus: false, near: true }),
    figure(80, { goalStatus: true, few: true }),
    figure(90, { goalStatus: true, besideRest: 'greater' }),
    { text: '', value: null, n: null, suppressed: true, besideRest: 'less' },
  ])
  expect(
    within(legend()!)
      .getAllByRole('listitem')
      .map((item) => item.textContent.trim()),
  ).toEqual([
    'Goal missed',
    'Not certain if the goal is met',
    'Few answers',
    'Higher than the other units, by more than chance',
  ])
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('a ranking without signs has no legend of them', async () => {
  await open([figure(40), figure(71, { goalStatus: true })])
  expect(legend()).toBeNull()
})
