import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

const place = 'country=Sweden;store=Stockholm'
const at = { country: 'Sweden', store: 'Stockholm' }

const hour = (at: number) => new Date(Date.UTC(2026, 1, 1, at))

let board: Dashboard
let user: Caller

beforeAll(async () => {
  board = await openDashboard({
    rows: [
      { date: '2026-01-05', answers: { ...at, rating: 5, channel: 'web' } },
      { date: '2026-01-06', answers: { ...at, channel: 'web' } },
      { date: '2026-01-20', answers: { ...at, rating: 2 } },
      { date: '2026-01-21', answers: at, state: 1 },
      { date: '2026-01-22', answers: at, state: 2 },
      { date: '2026-01-23', answers: { country: 'Norway', store: 'Oslo', rating: 1 } },
      // Before the page's period.
      { date: '2025-11-05', answers: { country: 'Norway', store: 'Oslo', rating: 2 } },
    ],
    extra: `
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)" }
  slow: { title: Waiting, expression: "samples(1)" }
  online: { title: Online, expression: "share(channel, web)" }
  interviews: { title: Interviews, expression: "count()" }
  onlineRating: { title: Rating online, expression: "mean(rating)", where: "channel = web" }
  top: { title: Top, expression: "count()", where: "rating in (4, 5) and answered(channel)" }
  low: { title: Low, expression: "mean(rating)", where: "rating <= 2 or channel = web" }
  index: { title: Index, expression: "csi(rating, wait)" }
  answered: { title: Answered, expression: "responserate()" }
  half: { title: Half, expression: "mean(rating) / 2" }
  mixed: { title: Mixed, expression: "mean(rating) - mean(wait)" }
  open_alerts: { title: Open alerts, expression: "alerts(open)" }
  reopened: { title: Reopened, expression: "alerts(reopened)" }
  first: { title: First action, expression: "alerttime(first)", unit: h }
  close: { title: Time to close, expression: "alerttime(close)", unit: h }
  inTime: { title: In time, expression: "alertshare(due)", unit: "%" }
  again: { title: Reopened share, expression: "alertshare(reopened)", unit: "%" }
  staff: { title: Because of staff, expression: "alertreason(cause, 1)", unit: "%" }
  place: { title: Rank, rank: satisfaction }
alerts:
  - { extname: low, title: Low marks, when: "rating <= 2", owner: store }
  - extname: praise
    title: Praise
    when: "rating = 5"
    questions: [{ questionId: cause, type: choice, title: Cause, reasons: [{ choiceId: 0, title: Choose }, { choiceId: 1, title: Staff }, { choiceId: 2, title: Goods }] }]
pages:
  - extname: overview
    selectionInterval: last_1m
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, slow, online, interviews, onlineRating, top, low, index, answered, half, mixed, open_alerts, reopened, first, close, inTime, again, staff, place] } }
  - { extname: ranking, kind: rankings, selectionInterval: all_time, components: [{ type: ranking-table, config: { id: units, columns: [open_alerts, satisfaction] } }] }
  - { extname: alerts, kind: alerts, selectionInterval: last_1m, components: [{ type: ranking-table, config: { id: counted, columns: [open_alerts] } }] }
`,
    questions: { wait: { type: 'scale', min: 1, max: 5 } },
  })
  user = await board.as()
  const xid = await board.deps.db.transaction().execute(async (trx) => {
    const raised = [
      board.responseIds[0] ?? 0,
      board.responseIds[2] ?? 0,
      board.responseIds[5] ?? 0,
      board.responseIds[6] ?? 0,
    ]
    for (const response_id of raised)
      await trx.insertInto('alert').values({ survey_id: board.surveyId, response_id, rule: 'low' }).execute()
    // Of the first three interviews: closed in time, closed late and reopened, and one that was due yesterday.
    const handled = [
      { state: 3, handled_at: hour(3), closed_at: hour(5), due_at: hour(6), choice: 1 },
      { state: 6, handled_at: hour(4), closed_at: null, due_at: hour(7), reopened: 1, choice: 2 },
      { state: 6, handled_at: null, closed_at: null, due_at: new Date('2026-02-09T22:59:00Z') },
      // Due today: not late yet.
      { state: 6, handled_at: null, closed_at: null, due_at: new Date('2026-02-10T08:00:00Z') },
    ]
    for (const [at, { choice, ...alert }] of handled.entries()) {
      const of = { survey_id: board.surveyId, response_id: board.responseIds[at === 3 ? 5 : at] ?? 0, rule: 'praise' }
      const { id } = await trx
        .insertInto('alert')
        .values({ ...of, created_at: hour(0), ...alert })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (choice) await trx.insertInto('alert_answer').values({ alert_id: id, question: 'cause', choice }).execute()
    }
    return appendChange(trx, board.surveyId, board.responseIds)
  })
  expect(await board.deps.analytics.feed.waitFor(xid, 10_000)).toBe(true)
})

afterAll(() => board.close())

const get = async (url: string, caller = user) => (await caller('GET', url)).body
const widget = (component: string, path: string) => get(`/rest/widgets/data/${board.survey}/${component}/${path}`)

describe('the cases behind a figure', () => {
  test.each(['root', 'country=Sweden', place, `${place};date=custom_06012026_21012026`, 'channel=web'])(
    'are as many as it counts, at %s, also above the last level and for several questions',
    async (path) => {
      const { variables } = await widget('head', path)
      const counted: Record<string, number> = {}
      const dated = path.includes('date=') ? path : `${path === 'root' ? '' : `${path};`}date=last_1m`
      for (const { name, nInterviews, value, cases } of variables) {
        if (cases === null) continue
        const list = await get(`/rest/rankings/cases/${board.survey}/${name}/${dated}`)
        const count = cases === 'alerts' ? value : nInterviews
        expect(list.rankingData.totalNumberRows, `${name} at ${path}`).toBe(count)
        expect(list.rankingData).toMatchObject({ leafRows: true, rows: { length: count } })
        counted[name] = count
      }
      expect(Object.keys(counted)).not.toContain('mixed')
      expect(Object.keys(counted)).not.toContain('place')
      if (path === place)
        expect(counted).toEqual({
          satisfaction: 2,
          slow: 1,
          online: 2,
          interviews: 3,
          onlineRating: 1,
          top: 1,
          low: 2,
          index: 0,
          answered: 4,
          half: 2,
          open_alerts: 2,
          reopened: 1,
          first: 2,
          close: 1,
          inTime: 3,
          again: 2,
          staff: 2,
        })
    },
  )

  test('are offered where the caller may open all of them, and nowhere else', async () => {
    const store = await board.as({ filters: { store: ['Stockholm'] } })
    const casesAt = async (path: string) => {
      const { variables } = await get(`/rest/widgets/data/${board.survey}/head/${path}`, store)
      return variables[0].cases
    }
    expect(await casesAt(place)).toBe('interviews')
    expect(await casesAt('country=Sweden')).toBe('closed')
    expect(await casesAt('root')).toBe('closed')
    const list = `/rest/rankings/cases/${board.survey}`
    expect((await store('GET', `${list}/satisfaction/country=Norway`)).status).toBe(403)
    // Above their own place they list no more than their own.
    expect((await store('GET', `${list}/satisfaction/root`)).body.rankingData.totalNumberRows).toBe(2)
    expect((await user('GET', `${list}/place/root`)).status).toBe(404)
    expect((await user('GET', `${list}/none/root`)).status).toBe(400)
  })
})

describe('open alerts', () => {
  const openAt = async (path: string, page: string) => {
    const [bar, status, tiles] = await Promise.all([
      get(`/rest/paths/segments/${board.survey}/${path}?page=${page}`),
      get(`/rest/surveys/status/${board.survey}/${path}?page=${page}`),
      widget('head', path),
    ])
    const tile = tiles.variables.find(({ name }: { name: string }) => name === 'open_alerts').value
    return { bar: bar.nOpenAlerts, status: status.nOpenAlerts, tile }
  }

  test.each([
    ['root', 3],
    ['country=Sweden', 2],
    ['country=Norway', 1],
    [place, 2],
    ['date=custom_01012026_10012026', 1],
    ['country=Sweden;channel=web', 1],
    ['country=Norway;channel=web', 0],
  ])('are one count at %s in path bar, status, tile, ranking and list', async (path, count) => {
    expect(await openAt(path, 'overview')).toEqual({ bar: count, status: count, tile: count })
    const table = await widget('counted', path)
    if (!table.rankingData.leafRows) {
      const rows = table.rankingData.rows.map(({ cells }: { cells: { value: number }[] }) => cells[1]?.value ?? 0)
      expect(rows.reduce((sum: number, one: number) => sum + one, 0)).toBe(count)
      expect(table.rankingData.footer.cells[1].value).toBe(count)
    }
    expect(table.segmentedDrillPath.nOpenAlerts).toBe(count)
    const dated = path.includes('date=') ? path : `${path === 'root' ? '' : `${path};`}date=last_1m`
    const list = await get(`/rest/rankings/cases/${board.survey}/open_alerts/${dated}`)
    expect(list.rankingData.totalNumberRows).toBe(count)
  })

  test('are counted over the period of the page that is shown, unless one was chosen', async () => {
    const barOn = async (page: string, path: string) =>
      (await get(`/rest/paths/segments/${board.survey}/${path}?${page}`)).nOpenAlerts
    const table = async (path: string) => (await widget('units', path)).segmentedDrillPath.nOpenAlerts
    for (const path of ['root', 'country=Norway']) expect(await barOn('kind=rankings', path)).toBe(await table(path))
    expect(await barOn('kind=rankings', 'country=Norway')).toBe(2)
    expect(await barOn('page=overview', 'country=Norway')).toBe(1)
    const chosen = 'country=Norway;date=custom_01112025_30112025'
    for (const page of ['kind=rankings', 'page=overview']) expect(await barOn(page, chosen)).toBe(1)
  })

  test('of all places and periods are told apart from those that wait for the level of the user', async () => {
    const store = await board.as({ filters: { store: ['Stockholm'] } })
    const allOf = async (caller: Caller) =>
      (await get(`/rest/surveys/status/${board.survey}/${place}?page=overview`, caller)).allAlerts
    expect(await allOf(user)).toEqual({ open: 4, waiting: 0, path: 'root', place: 'All' })
    expect(await allOf(store)).toEqual({ open: 2, waiting: 2, path: place, place: 'Stockholm' })
  })

  test('are shown beside children that carry the figure of the same page', async () => {
    const childOf = async (page: string) => {
      const { children } = await get(`/rest/paths/children/${board.survey}/root?page=${page}`)
      return children.find(({ text }: { text: string }) => text === 'Norway').nInterviews
    }
    expect(await childOf('overview')).toBe(1)
    expect(await childOf('ranking')).toBe(2)
  })
})
