import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { useTellsOffline } from '#web/lib/connection-context.ts'
import { startI18n } from '#web/lib/i18n.ts'
import { identityFixture, signedInServer, statusFixture } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { render } from '#web/testing/render.tsx'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'
import { ConnectionNotice } from './connection-notice.tsx'

afterEach(() => {
  onlineManager.setOnline(true)
  endApp()
})

/** A page of two tables named after the path, behind a network that can be slow or gone. */
async function openPage() {
  const network = { gate: makeGate(), isGone: false }
  const reach = async () => {
    await network.gate.pass()
    if (network.isGone) throw new TypeError('Failed to fetch')
  }
  const overview = ['a', 'b'].map((id) => component('ranking-table', { id, title: `Table ${id}`, columns: ['csi'] }))
  const server: Served[] = [
    {
      route: getWidgetData,
      answer: ({ params }) => {
        const rows = [unitRow(`Unit at ${params['drillPath']}`, 1, [])]
        return ranking({ headers: [nameColumn(), header('csi')], rows })
      },
    },
    {
      route: getSurveyStatus,
      answer: () =>
        statusFixture({ freshness: { updatedAt: new Date().toISOString(), updating: false, problem: null } }),
    },
    ...signedInServer(
      identityFixture(),
      startWith({ overview, ranking: [component('ranking-table', { id: 'c', title: 'Table c', columns: ['csi'] })] }),
    ),
  ]
  const behindNetwork = server.map(({ route, answer }): Served => ({
    route,
    answer: async (seen) => {
      await reach()
      return answer(seen)
    },
  }))
  const app = await renderApp('/page/overview/visits/root', behindNetwork)
  await waitFor(() => expect(screen.getAllByText('Unit at root')).toHaveLength(2))
  expect(await freshness()).toBeVisible()
  return { app, network }
}

const freshness = () => screen.findByText('Updated', { exact: false })
const next = '/page/overview/visits/gender=woman'
const slow = 'This is taking longer than usual.'
const gone = 'The server cannot be reached. What is shown may be old.'
const empty = 'The server cannot be reached. The page is loaded as soon as it can be.'

/** Waits for words; fails unless they are there within two seconds. */
const within2s = (words: string) => screen.findByText(words, {}, { timeout: 2000 })

describe('a request that takes long', () => {
  test('is told once, when it takes longer than an ordinary one, and asked again on request', async () => {
    const { app, network } = await openPage()
    network.gate.close()
    const began = Date.now()
    app.go(next)
    expect(await screen.findByText(slow)).toBeVisible()
    // An ordinary drill on a slow machine takes more than a second.
    expect(Date.now() - began).toBeGreaterThan(1500)
    expect(screen.getAllByText(slow)).toHaveLength(1)
    expect(await accessibilityProblems()).toEqual([])
    const asked = () => app.calls.filter(({ route }) => route === 'getWidgetData').length
    const before = asked()
    const { gate } = network
    network.gate = makeGate()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getAllByText('Unit at gender=woman')).toHaveLength(2))
    expect(asked()).toBe(before + 2)
    await waitFor(() => expect(screen.queryByText(slow)).toBeNull())
    gate.open()
  })

  test('is not told of when the answer comes soon', async () => {
    const { app } = await openPage()
    app.go(next)
    await waitFor(() => expect(screen.getAllByText('Unit at gender=woman')).toHaveLength(2))
    expect(screen.queryByText(slow)).toBeNull()
  })
})

describe('without a network', () => {
  test('it is told within two seconds, once; nothing claims to be updated, and no old figure is left', async () => {
    const { app, network } = await openPage()
    network.isGone = true
    app.go(next)
    expect(await within2s(empty)).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Unit at root')).toBeNull(), { timeout: 6000 })
    expect(screen.getAllByText('Not loaded')).toHaveLength(2)
    expect(screen.getAllByText(empty)).toHaveLength(1)
    expect(screen.queryAllByRole('alert')).toHaveLength(0)
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
    expect(screen.queryByText('Updated', { exact: false })).toBeNull()
    network.isGone = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getAllByText('Unit at gender=woman')).toHaveLength(2))
    expect(await freshness()).toBeVisible()
    await waitFor(() => expect(screen.queryByText(empty)).toBeNull())
  })

  test('what was asked for comes by itself when the network is back', async () => {
    const { app, network } = await openPage()
    network.isGone = true
    onlineManager.setOnline(false)
    app.go(next)
    expect(await within2s(empty)).toBeVisible()
    expect(screen.queryByText('Updated', { exact: false })).toBeNull()
    // What is shown of other filters is taken away, and nothing looks as if it were on its way.
    await waitFor(() => expect(screen.getAllByText('Not loaded')).toHaveLength(2))
    expect(screen.queryByText('Unit at root')).toBeNull()
    expect(document.querySelector('[data-pending]')).toBeNull()
    expect(await accessibilityProblems()).toEqual([])
    network.isGone = false
    onlineManager.setOnline(true)
    await waitFor(() => expect(screen.getAllByText('Unit at gender=woman')).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText(empty)).toBeNull())
    expect(await freshness()).toBeVisible()
  })

  test('what is shown of the same place and filters stays', async () => {
    await openPage()
    onlineManager.setOnline(false)
    expect(await within2s(gone)).toBeVisible()
    expect(screen.getAllByText('Unit at root')).toHaveLength(2)
    expect(screen.queryByText('Not loaded')).toBeNull()
  })

  test('a screen that says itself that it cannot be loaded is not joined by a second message', async () => {
    await startI18n('en')
    const connection = { trouble: 'offline' as const, retry: () => undefined }
    function Both({ isTelling }: { isTelling: boolean }) {
      useTellsOffline(isTelling)
      return <ConnectionNotice connection={connection} />
    }
    const draw = (isTelling: boolean) =>
      render(
        <MantineProvider>
          <QueryClientProvider client={new QueryClient()}>
            <Both isTelling={isTelling} />
          </QueryClientProvider>
        </MantineProvider>,
      )
    draw(false)
    expect(await screen.findByText(gone)).toBeVisible()
    endApp()
    draw(true)
    await waitFor(() => expect(screen.queryByText(gone)).toBeNull())
  })

  test('a server that comes back is found without being asked', async () => {
    const { app, network } = await openPage()
    network.isGone = true
    app.go(next)
    expect(await within2s(empty)).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Unit at root')).toBeNull(), { timeout: 6000 })
    network.isGone = false
    await waitFor(() => expect(screen.getAllByText('Unit at gender=woman')).toHaveLength(2), { timeout: 9000 })
    await waitFor(() => expect(screen.queryByText(empty)).toBeNull())
  }, 20_000)
})

describe('how fresh the figures are', () => {
  test('is told only of a page whose figures are all there', async () => {
    const { app, network } = await openPage()
    const updated = () => screen.queryByText('Updated', { exact: false })
    network.gate.close()
    app.go(next)
    await waitFor(() => expect(document.querySelector('table')?.closest('[data-pending]')).not.toBeNull())
    expect(updated()).toBeNull()
    app.go('/ranking/visits/root')
    expect(await screen.findByRole('heading', { name: 'Table c' })).toBeVisible()
    expect(updated()).toBeNull()
    network.gate.open()
    expect(await freshness()).toBeVisible()
    app.go('/page/nowhere/visits/root')
    expect(await screen.findByText('There is no page “nowhere”')).toBeVisible()
    const isOfNowhere = ({ route, query }: SeenCall) => route === 'getSurveyStatus' && query['page'] === 'nowhere'
    await waitFor(() => expect(app.calls.some(isOfNowhere)).toBe(true))
    expect(await screen.findByRole('complementary', { name: 'Filters' })).toBeVisible()
    expect(updated()).toBeNull()
  })
})
