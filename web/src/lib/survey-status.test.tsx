import { screen } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getRanking } from '@gensvar/contract/rankings'
import { getSurveyStart, getSurveyStatus } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer, startFixture, statusFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { nameColumn, ranking, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  endApp()
  vi.useRealTimers()
})

/** A server whose survey has a version, which tests raise and which is also the title of its only page. */
function serverAt(at: { version: string; isBroken?: boolean }) {
  const start = startFixture()
  const [page] = start.survey.pages
  if (page === undefined) throw new Error('the survey has no page')
  const survey = () => ({ ...start.survey, pages: [{ ...page, title: `Version ${at.version}` }] })
  return [
    serve(getSurveyStart, () =>
      at.isBroken === true ? refusal('internal') : { ...start, version: at.version, survey: survey() },
    ),
    serve(getSurveyStatus, () => statusFixture({ version: at.version })),
    ...signedInServer(identityFixture(), start),
  ]
}

function asked(app: RunningApp): Record<string, number> {
  const count = (route: string) => app.calls.filter((call) => call.route === route).length
  return { starts: count('getSurveyStart'), statuses: count('getSurveyStatus') }
}

const minute = () => vi.advanceTimersByTime(60_000)
const pageNamed = (name: string) => screen.findByRole('link', { name })

describe('what is asked for while a survey is open', () => {
  test('is the status each minute, and nothing else', async () => {
    const app = await renderApp('/page/overview/visits/root', serverAt({ version: 'one' }))
    await pageNamed('Version one')
    await vi.waitFor(() => expect(asked(app)).toEqual({ starts: 1, statuses: 1 }))
    await vi.waitFor(() => expect(app.calls.map((call) => call.route)).toContain('getSegmentedDrillPath'))
    const before = app.calls.length
    for (const statuses of [2, 3]) {
      minute()
      await vi.waitFor(() => expect(asked(app)).toEqual({ starts: 1, statuses }))
    }
    expect(app.calls.slice(before).map((call) => call.route)).toEqual(['getSurveyStatus', 'getSurveyStatus'])
  })

  test('is the start once more when the status carries another version', async () => {
    const at = { version: 'one' }
    const app = await renderApp('/page/overview/visits/root', serverAt(at))
    await pageNamed('Version one')
    at.version = 'two'
    minute()
    await pageNamed('Version two')
    expect(asked(app)).toEqual({ starts: 2, statuses: 2 })
    minute()
    await vi.waitFor(() => expect(asked(app)).toEqual({ starts: 2, statuses: 3 }))
  })

  test('is the start until it comes, where it failed', async () => {
    const at = { version: 'one', isBroken: true }
    const app = await renderApp('/page/overview/visits/root', serverAt(at))
    await screen.findByRole('button', { name: 'Try again' })
    at.isBroken = false
    minute()
    await pageNamed('Version one')
    expect(asked(app)).toEqual({ starts: 2, statuses: 2 })
  })
})

test('while answers are being added it is asked for more often, and then the figures once more', async () => {
  const at = { updating: true }
  const app = await renderApp('/ranking/visits/root', [
    serve(getRanking, ranking({ headers: [nameColumn()], rows: [unitRow('North', 1, [])] })),
    serve(getSurveyStatus, () =>
      statusFixture({ freshness: { updatedAt: '2026-11-20T08:00:00Z', updating: at.updating, problem: null } }),
    ),
    ...signedInServer(identityFixture(), startFixture()),
  ])
  await screen.findByText('Newer answers are being added.')
  const rankings = () => app.calls.filter((call) => call.route === 'getRanking').length
  const { statuses = 0 } = asked(app)
  const before = rankings()
  vi.advanceTimersByTime(4_000)
  await vi.waitFor(() => expect(asked(app)).toMatchObject({ statuses: statuses + 1 }))
  expect(rankings()).toBe(before)
  at.updating = false
  vi.advanceTimersByTime(4_000)
  await vi.waitFor(() => expect(screen.queryByText('Newer answers are being added.')).toBeNull())
  await vi.waitFor(() => expect(rankings()).toBe(before + 1))
})

describe('the number of open alerts', () => {
  test('is that of the place and the page, and left out where it cannot be counted', async () => {
    const asked: (string | undefined)[] = []
    const server = [
      serve(getSurveyStatus, ({ params, query }) => {
        asked.push(query['kind'])
        return statusFixture({ nOpenAlerts: params['drillPath'] === 'country=NO' ? null : 5 })
      }),
      ...signedInServer(identityFixture(), startFixture(), { systemMessage: null }),
    ]
    const app = await renderApp('/ranking/visits/country=SE', server)
    const here = () => screen.findByRole('link', { name: '5 open alerts here' })
    expect(await here()).toHaveAttribute('href', '/alertlist/visits/country=SE;date=last_3m?states=open')
    app.go('/ranking/visits/country=NO')
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: /open alerts here/ })).toBeNull())
    app.go('/ranking/visits/country=SE')
    await here()
    expect(new Set(asked)).toEqual(new Set(['rankings']))
  })
})
