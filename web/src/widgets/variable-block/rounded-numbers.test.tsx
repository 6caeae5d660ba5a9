import { screen } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
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

afterEach(endApp)

const vocabulary = {
  anonymous: true,
  filters: ['gender'],
  most: 1,
  period: 'quarter' as const,
  closedTo: '2026-10-01',
  minimum: [10, 25],
}

const count = { expression: 'count()', formattedValue: '5,645', extraVariables: [] }
const tile = (name: string, change: Partial<IndicatorVariable>): IndicatorVariable => ({
  ...indicatorExample,
  name,
  title: name,
  ...change,
})

test('numbers of answers of an anonymous survey are about so many, in and under tiles', async () => {
  const variables = [tile('first', { extraVariables: [tile('under', count)] }), tile('count', count)]
  const block = component('variable-block', { id: 'head', variables: ['first', 'count'] })
  const start = startWith({ overview: [block] }, { vocabulary })
  const server = serveWidget('variable-block', () => ({ variables, blocks: [] }))
  await renderApp('/page/overview/visits/root', [server, ...signedInServer(identityFixture(), start)])
  for (const name of ['first', 'count'])
    expect((await screen.findByRole('article', { name })).textContent).toContain('≈ 5,645')
  expect(screen.getByText('74', { selector: 'p' })).toBeVisible()
})

test('so they are in rankings, where other figures are exact as shown', async () => {
  const { about } = header('csi')
  if (!about) throw new Error('The example says what its figure is')
  const headers = [nameColumn(), header('n', { about: { ...about, expression: 'count()' } }), header('csi')]
  const rows = [unitRow('North', 1, [figure(1380), figure(76)])]
  const table = component('ranking-table', { id: 'units', columns: ['csi'] })
  await renderApp('/ranking/visits/root', [
    serveWidget('ranking-table', () => ranking({ headers, rows, footer: null, rankingVar: 'csi' })),
    ...signedInServer(identityFixture(), startWith({ ranking: [table] }, { vocabulary })),
  ])
  const row = (await screen.findByRole('rowheader', { name: /North/ })).closest('tr')
  expect(row?.textContent).toContain('≈ 1380')
  expect(row?.textContent).not.toContain('≈ 76')
})
