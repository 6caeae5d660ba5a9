import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '@gensvar/contract/errors'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(endApp)

const table = (id: string) => component('ranking-table', { id, title: `Table ${id}`, columns: ['csi'] })
const shown = ranking({ headers: [nameColumn(), header('csi')], rows: [unitRow('North', 1, [])] })

/** What a component's call meets; null is an answer. */
type Failures = Partial<Record<string, [code: ErrorCode, words: string]>>

/** A page of four tables, of which some fail. */
function openPage(failures: Failures, path = 'root') {
  const server = serve(getWidgetData, ({ params }) => {
    const failure = failures[params['component'] ?? '']
    return failure === undefined ? shown : refusal(...failure)
  })
  const overview = ['a', 'b', 'c', 'd'].map(table)
  return renderApp(`/page/overview/visits/${path}`, [
    server,
    ...signedInServer(identityFixture(), startWith({ overview })),
  ])
}

const alerts = () => screen.queryAllByRole('alert')
const busy: [ErrorCode, string] = ['internal', 'Out of memory.']
const all = (failure: [ErrorCode, string]): Failures => ({ a: failure, b: failure, c: failure, d: failure })

describe('a page whose components fail for one reason', () => {
  test('says so once, with a way to try all of them again', async () => {
    const failures = all(busy)
    await openPage(failures)
    expect(await screen.findByText('This page could not be loaded')).toBeVisible()
    expect(alerts()).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
    expect(await accessibilityProblems()).toEqual([])
    for (const id of Object.keys(failures)) delete failures[id]
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(4))
    expect(alerts()).toHaveLength(0)
  })

  test('names the filter that cannot be applied, and clears the filters', async () => {
    const words = 'A filter cannot be applied. "Gender": "bogus" is not one of its answers.'
    const failures = all(['validation', words])
    const app = await openPage(failures, 'country=SE;gender=bogus')
    expect(await screen.findByText(words)).toBeVisible()
    expect(alerts()).toHaveLength(1)
    for (const id of Object.keys(failures)) delete failures[id]
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(4))
  })

  test('leads to the start page from a place that does not exist', async () => {
    const words = 'There is no "XX" in this survey.'
    const app = await openPage(all(['not_found', words]), 'country=XX')
    expect(await screen.findByText(words)).toBeVisible()
    expect(alerts()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('has no access told once', async () => {
    await openPage(all(['forbidden', 'You have no access to "NO".']), 'country=NO')
    await waitFor(() => expect(screen.getAllByText('You do not have access to this')).toHaveLength(1))
    expect(screen.getAllByRole('button', { name: 'To the start page' })).toHaveLength(1)
  })
})

describe('components that fail', () => {
  test('alone say so in their place, beside the others', async () => {
    await openPage({ b: busy })
    expect(await screen.findByText('This could not be loaded')).toBeVisible()
    expect(alerts()[0]?.closest('section')).toContainElement(screen.getByRole('heading', { name: 'Table b' }))
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(3))
  })

  test('for the same reason say so once, and the others are shown', async () => {
    await openPage({ b: busy, c: busy })
    expect(await screen.findByText('Some of this page could not be loaded')).toBeVisible()
    expect(alerts()).toHaveLength(1)
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(2))
    expect(screen.getAllByText('Not loaded')).toHaveLength(2)
  })

  test('for different reasons say each its own', async () => {
    await openPage({ b: busy, c: ['too_large', 'Too many rows.'] })
    await waitFor(() => expect(alerts()).toHaveLength(2))
    expect(screen.getByText('Too many rows.')).toBeVisible()
  })
})
