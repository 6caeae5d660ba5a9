import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { clearBugs, listBugs } from '@gensvar/contract/bugs'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

/** A server with recorded failures that can be cleared. */
function serverWithBugs(isRoot: boolean) {
  let bugs = [
    { count: 3, message: 'The ranking could not be read', user: 'bo@example.org', datetime: '2026-11-20T08:15:00Z' },
  ]
  return {
    addBug: (message: string) => {
      bugs = [...bugs, { count: 1, message, user: 'eva@example.org', datetime: '2026-11-20T09:00:00Z' }]
    },
    served: [
      ...signedInServer(identityFixture({ isRoot }), startFixture()),
      serve(listBugs, () => ({ bugs })),
      serve(clearBugs, () => {
        const cleared = bugs.length
        bugs = []
        return { cleared }
      }),
    ],
  }
}

async function openList() {
  await userEvent.click(await screen.findByRole('button', { name: /failures? recorded$/ }))
  return within(await screen.findByRole('dialog', { name: '3 failures recorded' }))
}

describe('the bug notifier', () => {
  test('is hidden from everybody but root (SHELL-20a)', async () => {
    const app = await renderApp('/page/overview/visits/root', serverWithBugs(false).served)
    await screen.findByRole('link', { name: 'Ranking' })
    expect(screen.queryByRole('button', { name: /failures? recorded$/ })).toBeNull()
    expect(app.calls.map((call) => call.route)).not.toContain('listBugs')
  })

  test('shows root how often, what, to whom and when (SHELL-20a)', async () => {
    const app = await renderApp('/page/overview/visits/root', serverWithBugs(true).served)
    expect(await screen.findByRole('button', { name: '3 failures recorded' })).toBeVisible()
    const list = await openList()
    expect(list.getByText('The ranking could not be read')).toBeVisible()
    expect(list.getByText(/3 times · bo@example.org/)).toBeVisible()
    expect(app.calls.find((call) => call.route === 'listBugs')?.params).toEqual({ survey: 'visits' })
    expect(await accessibilityProblems()).toEqual([])
  })

  test('opening fetches those of the active survey, and reload fetches them again (SHELL-20b) (SHELL-24)', async () => {
    const server = serverWithBugs(true)
    const app = await renderApp('/page/overview/visits/root', server.served)
    const fetched = () => app.calls.filter((call) => call.route === 'listBugs').map((call) => call.params)
    const list = await openList()
    const before = fetched().length
    expect(before).toBeGreaterThan(0)
    server.addBug('The mail could not be sent')
    expect(list.queryByText('The mail could not be sent')).toBeNull()
    await userEvent.click(list.getByRole('button', { name: 'Reload' }))
    expect(await list.findByText('The mail could not be sent')).toBeVisible()
    expect(fetched()).toHaveLength(before + 1)
    expect(fetched().every((params) => params?.['survey'] === 'visits')).toBe(true)
  })

  test('clear empties them (SHELL-20c) (SHELL-25)', async () => {
    const app = await renderApp('/page/overview/visits/root', serverWithBugs(true).served)
    const list = await openList()
    await userEvent.click(list.getByRole('button', { name: 'Clear' }))
    expect(await list.findByText('No failures recorded for this survey')).toBeVisible()
    await waitFor(() =>
      expect(app.calls.filter((call) => call.route === 'clearBugs').map((call) => call.params)).toEqual([
        { survey: 'visits' },
      ]),
    )
  })
})
