import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { whatChangedExample } from '@gensvar/contract/entities/what-changed'
import type { WhatChangedData } from '@gensvar/contract/entities/what-changed'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

function open(answer: WhatChangedData, width?: number) {
  const start = startWith({ overview: [component('what-changed', { id: 'changed', indicator: 'csi' })] })
  const server = serveWidget('what-changed', () => answer)
  return renderApp('/page/overview/visits/root', [server, ...signedInServer(identityFixture(), start)], { width })
}

const listOf = async (name: string) => within(await screen.findByRole('region', { name }))

test('lists what changed by more than chance and what misses the goal; rows lead to the unit and to its answers', async () => {
  const locked = {
    ...whatChangedExample.worse[0]!,
    title: { en: 'Oslo' },
    drillPath: 'country=NO',
    accessAllowed: false,
  }
  const app = await open({
    ...whatChangedExample,
    worse: [...whatChangedExample.worse, { ...locked, cases: 'closed' }],
    offGoal: { rows: whatChangedExample.offGoal?.rows ?? [], total: 9 },
  })
  expect(await screen.findByText(/^2 of 24 units have changed by more than chance since October to/)).toBeVisible()
  const better = await listOf('For the better')
  expect(better.getByRole('listitem')).toHaveTextContent('Uppsala81+6 from 75164 answers')
  expect(better.getByTitle('The change is more than chance: its 95 % interval is 2.1 to 9.9.')).toBeVisible()
  const worse = await listOf('For the worse')
  expect(worse.getByRole('img', { name: 'You do not have access to this unit' })).toBeVisible()
  expect(worse.queryByRole('link', { name: 'Oslo' })).toBeNull()
  const missed = await listOf('Goal missed')
  expect(missed.getByText('Goal 75')).toBeVisible()
  expect(missed.getByText('and 8 more')).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
  const cases = better.getByRole('link', { name: 'Open the answers of Uppsala' })
  expect(cases.getAttribute('href')).toMatch(/^\/ranking\/visits\/country=SE;region=east;store=uppsala.*cases=csi/)
  await userEvent.click(better.getByRole('link', { name: 'Uppsala' }))
  expect(app.address()).toBe('/page/overview/visits/country=SE;region=east;store=uppsala')
})

test('shows all units that miss the goal when asked for the others', async () => {
  const missing = (n: number) => ({
    ...whatChangedExample.worse[0]!,
    title: { en: `Store ${n}` },
    drillPath: `country=${n}`,
  })
  const rows = Array.from({ length: 9 }, (_, at) => missing(at + 1))
  await open({ ...whatChangedExample, offGoal: { rows, total: 12 } })
  const missed = await listOf('Goal missed')
  expect(missed.getAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(missed.getByRole('button', { name: 'and 7 more' }))
  expect(missed.getByRole('link', { name: 'Store 9' })).toBeVisible()
  expect(missed.getAllByRole('listitem')).toHaveLength(9)
  expect(missed.getByText('and 3 more')).toBeVisible()
  await userEvent.click(missed.getByRole('button', { name: 'Show fewer' }))
  expect(missed.getAllByRole('listitem')).toHaveLength(5)
})

test('says that nothing changed by more than chance, or why nothing is compared, and fits a phone', async () => {
  const none = { ...whatChangedExample, nChanged: 0, better: [], worse: [], offGoal: { rows: [], total: 0 } }
  await open(none, 390)
  expect((await listOf('For the better')).getByText('No unit, by more than chance')).toBeVisible()
  expect((await listOf('Goal missed')).getByText('No unit misses it for certain')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  endApp()
  await open({
    ...none,
    nCompared: 0,
    offGoal: null,
    why: { en: 'Choose a period to compare with the one before it.' },
  })
  expect(await screen.findByText('Choose a period to compare with the one before it.')).toBeVisible()
})
