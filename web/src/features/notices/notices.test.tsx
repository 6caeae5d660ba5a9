import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { noticeExample } from '@gensvar/contract/entities/notices'
import type { Notice } from '@gensvar/contract/entities/notices'
import { listNotices, readNotices, streamNotices } from '@gensvar/contract/notices'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { streamed } from '#web/testing/streamed.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

function notice(id: number, change: Partial<Notice> = {}): Notice {
  return {
    ...noticeExample,
    id,
    title: { en: `New alert: ${id}` },
    text: { en: 'Storgatan' },
    link: `/alert/visits/${id}`,
    createdAt: new Date(Date.now() - 60_000 * (100 - id)).toISOString(),
    ...change,
  }
}

/** A server of notices that keeps what is read, and its streams in the order they were opened. */
function noticeServer(given: readonly Notice[] = [], page = 50) {
  let notices = [...given]
  const unread = () => notices.filter(({ isRead }) => !isRead).length
  const streams: ReturnType<typeof streamed>[] = []
  return {
    streams,
    /** Something happens, which the open stream tells. */
    tell(one: Notice) {
      notices = [one, ...notices]
      const stream = streams.at(-1)
      stream?.send('notice', one)
      stream?.send('unread', { unread: unread() })
    },
    served: [
      serve(streamNotices, () => {
        const stream = streamed()
        streams.push(stream)
        stream.send('unread', { unread: unread() })
        return stream.response
      }),
      serve(listNotices, ({ query }) => {
        const before = Number(query['before'] ?? Infinity)
        const older = notices.filter(({ id }) => id < before)
        return { notices: older.slice(0, page), unread: unread(), hasMore: older.length > page }
      }),
      serve(readNotices, ({ body }) => {
        const { ids } = body as { ids: number[] }
        notices = notices.map((one) => (ids.length === 0 || ids.includes(one.id) ? { ...one, isRead: true } : one))
        return { unread: unread() }
      }),
    ],
  }
}

async function open(server: ReturnType<typeof noticeServer>, options: Parameters<typeof renderApp>[2] = {}) {
  return renderApp(
    '/ranking/visits/root',
    [...server.served, ...signedInServer(identityFixture(), startFixture())],
    options,
  )
}

const bell = (unread: number) =>
  screen.findByRole('button', { name: unread === 0 ? 'Notices' : `Notices, ${unread} unread` })
async function openPanel(unread: number) {
  await userEvent.click(await bell(unread))
  return within(await screen.findByRole('dialog', { name: /^Notices/ }))
}

describe('the bell', () => {
  test('counts what is unread as it comes, within a second and without a reload, and has it read out', async () => {
    const server = noticeServer([notice(40)])
    const app = await open(server)
    expect(await bell(1)).toBeVisible()
    const statuses = () => app.calls.filter(({ route }) => route === 'getSurveyStatus').length
    const before = statuses()
    server.tell(notice(41, { title: { en: 'New alert: Low score' }, text: { en: 'Kungsgatan' } }))
    expect(await screen.findByRole('button', { name: 'Notices, 2 unread' }, { timeout: 1000 })).toBeVisible()
    const said = screen.getAllByRole('status').find((one) => one.textContent === 'New alert: Low score. Kungsgatan')
    expect(said).toBeDefined()
    // Numbers around it follow, such as that of the open alerts.
    await waitFor(() => expect(statuses()).toBeGreaterThan(before))
    expect(server.streams).toHaveLength(1)
  })

  test('opens its stream again when it breaks off, and closes it at the end', async () => {
    const server = noticeServer([notice(40)])
    await open(server)
    await bell(1)
    server.streams[0]?.breakOff()
    await waitFor(() => expect(server.streams).toHaveLength(2), { timeout: 3000 })
    server.tell(notice(41))
    expect(await bell(2)).toBeVisible()
    endApp()
    await waitFor(() => expect(server.streams[1]?.isClosed).toBe(true))
  })

  test('is not there while acting as somebody else, whose notices are theirs to read', async () => {
    const server = noticeServer([notice(40)])
    const identity = identityFixture({ impersonator: 'admin@example.org' })
    await renderApp('/ranking/visits/root', [...server.served, ...signedInServer(identity, startFixture())])
    await screen.findByText(/You are acting as/)
    await screen.findByRole('button', { name: /^6 open alerts in all your places/ })
    expect(screen.queryByRole('button', { name: /^Notices/ })).toBeNull()
    expect(server.streams).toHaveLength(0)
  })

  test('asks no more when the server refuses, and stays usable', async () => {
    const server = noticeServer([notice(40, { isRead: true })])
    const asked: string[] = []
    const app = await renderApp('/ranking/visits/root', [
      serve(streamNotices, ({ route }) => {
        asked.push(route)
        return refusal('forbidden')
      }),
      ...server.served,
      ...signedInServer(identityFixture(), startFixture()),
    ])
    const panel = await openPanel(0)
    expect(await panel.findByText('New alert: 40')).toBeVisible()
    expect(asked).toHaveLength(1)
    expect(app.calls.some(({ route }) => route === getSurveyStatus.id)).toBe(true)
  })
})

describe('the list of notices', () => {
  test('has the newest first, says what is unread, of which survey and when, in both schemes', async () => {
    const server = noticeServer([notice(42), notice(41, { isRead: true }), notice(40, { link: null, isRead: true })])
    await open(server)
    const panel = await openPanel(1)
    const entries = await panel.findAllByRole('listitem')
    expect(entries.map((one) => one.textContent?.replaceAll(/\d+ minutes/g, 'n minutes'))).toEqual([
      'Unread: New alert: 42StorgatanStore visits · n minutes ago',
      'New alert: 41StorgatanStore visits · n minutes ago',
      'New alert: 40StorgatanStore visits · 1 hour agoCan no longer be opened',
    ])
    expect(panel.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
      '/alert/visits/42',
      '/alert/visits/41',
      '/userdetails/visits/4',
    ])
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('leads to what a notice tells of, which is read then', async () => {
    const server = noticeServer([notice(42), notice(41)])
    const app = await open(server)
    const panel = await openPanel(2)
    await userEvent.click(await panel.findByRole('link', { name: /New alert: 41/ }))
    await waitFor(() => expect(app.address()).toBe('/alert/visits/41'))
    expect(await bell(1)).toBeVisible()
    expect(screen.queryByRole('dialog', { name: /^Notices/ })).toBeNull()
    expect(app.calls.findLast(({ route }) => route === 'readNotices')?.body).toEqual({ ids: [41] })
  })

  test('marks all as read, and shows older ones on demand, on a phone', async () => {
    const server = noticeServer(
      [5, 4, 3, 2, 1].map((id) => notice(id)),
      3,
    )
    const app = await open(server, { width: 390 })
    const panel = await openPanel(5)
    await waitFor(() => expect(panel.getAllByText(/New alert/)).toHaveLength(3))
    await userEvent.click(panel.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(panel.getAllByText(/New alert/)).toHaveLength(5))
    expect(app.calls.findLast(({ route }) => route === 'listNotices')?.query).toEqual({ before: '3' })
    expect(panel.queryByRole('button', { name: 'Show older' })).toBeNull()
    await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeVisible()
    expect(panel.queryByText('Unread:', { exact: false })).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  test('says that there are none, and gives the focus back to the bell', async () => {
    await open(noticeServer())
    const panel = await openPanel(0)
    expect(await panel.findByText('No notices')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Notices/ })).toBeNull())
    expect(await bell(0)).toHaveFocus()
  })
})
