import { screen, waitFor } from '@testing-library/dom'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import { streamNotices } from '@gensvar/contract/notices'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { streamed } from '#web/testing/streamed.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endApp()
})

const voice = (interviewId: number, value: string) => ({
  ...{ interviewId, eventDate: '2026-03-01', unit: 'Storgatan', score: 3, scoreMax: 10, face: 'negative' as const },
  texts: [{ variable: 'comment', label: 'Comment', value }],
})

/** A page with a tile and comments, whose figures move as a test says, and the streams that tell of it. */
async function openPage() {
  const gate = makeGate()
  const at = { value: '71', voices: [voice(1, 'Fine')] }
  const streams: ReturnType<typeof streamed>[] = []
  const overview = [
    component('variable-block', { id: 'head', variables: ['csi'] }),
    component('latest-comments', { id: 'voices', variables: ['comment'] }),
  ]
  const app = await renderApp('/page/overview/visits/root', [
    serve(streamNotices, () => {
      const stream = streamed()
      streams.push(stream)
      stream.send('unread', { unread: 0 })
      return stream.response
    }),
    serve(getWidgetData, async ({ params }) => {
      await gate.pass()
      if (params['component'] === 'voices') return { comments: at.voices, scoreTitle: 'Overall', withheld: null }
      return { variables: [{ ...indicatorExample, name: 'csi', formattedValue: at.value, extraVariables: [] }] }
    }),
    ...signedInServer(identityFixture(), startWith({ overview })),
  ])
  await screen.findByText('71')
  await screen.findByText('Fine')
  await screen.findByText('Updated', { exact: false })
  await waitFor(() => expect(streams).toHaveLength(1))
  // Not where an earlier test of this window has left it: rows that the pointer is over wait.
  await userEvent.hover(screen.getByText('71'))
  return {
    app,
    gate,
    at,
    streams,
    asked: () =>
      app.calls.filter(({ route, params }) => route === getWidgetData.id && params['component'] === 'head').length,
    tell: (survey = 'visits') => streams.at(-1)?.send('figures', { survey }),
    /** Waits until the window has taken all that was told so far. */
    async hasHeard(unread: number) {
      streams.at(-1)?.send('unread', { unread })
      await screen.findByRole('button', { name: `Notices, ${unread} unread` })
    },
  }
}

/** Counts how often anything looked pending, or the words of how fresh the figures are were gone. */
function watchFlicker() {
  let flickers = 0
  const note = () => {
    const isPending = document.querySelector('[data-pending], [aria-busy=true]') !== null
    if (isPending || screen.queryByText('Updated', { exact: false }) === null) flickers += 1
  }
  const observer = new MutationObserver(note)
  onTestFinished(() => observer.disconnect())
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  return () => {
    observer.disconnect()
    return flickers
  }
}

describe('figures that move while they are looked at', () => {
  test('change in their place, all together, and nothing looks pending; rows wait for whoever uses some', async () => {
    const { at, asked, tell, gate, hasHeard } = await openPage()
    const flickers = watchFlicker()
    const tile = screen.getByText('71')
    const link = screen.getByRole('link', { name: /^Open the interview/ })
    link.focus()
    at.value = '72'
    at.voices = [voice(2, 'Slow'), ...at.voices]
    const before = asked()
    // Not of what is shown here.
    tell('another')
    await hasHeard(1)
    expect(asked()).toBe(before)

    gate.close()
    tell()
    await waitFor(() => expect(asked()).toBe(before + 1))
    tell()
    await hasHeard(2)
    expect(asked()).toBe(before + 1)
    gate.open()
    expect(await screen.findByText('72')).toBeVisible()
    expect(tile.isConnected).toBe(true)
    expect(document.activeElement).toBe(link)
    expect(screen.queryByText('Slow')).toBeNull()
    // What was told meanwhile is asked for once more.
    await waitFor(() => expect(asked()).toBe(before + 2), { timeout: 15_000 })
    link.blur()
    expect(await screen.findByText('Slow', undefined, { timeout: 15_000 })).toBeVisible()
    expect(link.isConnected).toBe(true)
    expect(flickers()).toBe(0)
    expect(await accessibilityProblems()).toEqual([])
  })

  test('are left alone while the window is hidden, and fetched once when it is shown again', async () => {
    const { at, asked, streams } = await openPage()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(streams[0]?.isClosed).toBe(true))
    const before = asked()
    at.value = '73'
    expect(asked()).toBe(before)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('73')).toBeVisible()
    expect(streams).toHaveLength(2)
    expect(asked()).toBe(before + 1)
  })
})
