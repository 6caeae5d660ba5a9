import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openAlerts } from './testing/alert-bench.ts'
import type { AlertBench } from './testing/alert-bench.ts'

let board: AlertBench
let anna: Awaited<ReturnType<AlertBench['member']>>
let ids: Record<'late' | 'soon' | 'never' | 'mine' | 'processing' | 'closed' | 'oslo' | 'old', number>

beforeAll(async () => {
  board = await openAlerts()
  anna = await board.member({ firstName: 'Anna', lastName: 'Berg' })
  const ownerId = anna.user.id
  ids = {
    late: await board.alert({ dueAt: '2026-02-09T12:00:00Z', comment: 'Queue', contact: { name: 'Eva Lind' } }),
    soon: await board.alert({ dueAt: '2026-02-11T12:00:00Z', place: 'Gothenburg', raisedAt: '2026-02-05T08:30:00Z' }),
    never: await board.alert({ rule: 'slow', comment: 'Dust' }),
    mine: await board.alert({ ownerId, dueAt: '2026-02-10T11:59:00Z' }),
    processing: await board.alert({ state: 6, ownerId, dueAt: '2026-03-01T12:00:00Z' }),
    closed: await board.alert({ state: 3, ownerId, dueAt: '2026-01-01T12:00:00Z', place: 'Gothenburg' }),
    oslo: await board.alert({ place: 'Oslo', dueAt: '2026-02-20T12:00:00Z' }),
    old: await board.alert({ date: '2025-06-01', dueAt: '2026-02-21T12:00:00Z' }),
  }
})
afterAll(() => board.close())

async function listed(query = '', { path = 'root', by = anna, component = 'alertlist' } = {}) {
  const { body } = await board.list(by.call, path, query, component)
  const name = (id: number) => Object.entries(ids).find((entry) => entry[1] === id)?.[0]
  return { ...body, names: body.rankingData.rows.map((row: { alertId: number }) => name(row.alertId)) }
}

describe('a list of alerts', () => {
  test('answers its rows and their number; a row opens its alert (ALERT-20)', async () => {
    const body = await listed('rowTo=1')
    expect(body).toMatchObject({ totalNumberRows: 8, rankingData: { totalNumberRows: 8, leafRows: true } })
    const { headers, rows } = body.rankingData
    const shown = headers.map(({ value, renderType, isDate }: Record<string, unknown>) => [value, renderType, isDate])
    expect(shown).toEqual([
      ['title', 'string', false],
      ['store', 'string', false],
      ['comment', 'string', false],
      ['name', 'string', false],
      ['rating', 'number', false],
      ['state', 'alertstate', false],
      ['owner', 'string', false],
      ['due', 'string', true],
      ['raised', 'string', true],
      ['closed', 'string', true],
    ])
    expect(rows).toHaveLength(1)
    const { interviewId } = (await anna.call('GET', board.page(ids.late))).body
    expect(rows[0]).toEqual({
      cells: [
        { text: 'Unhappy', value: null },
        { text: 'STOCKHOLM', value: null },
        { text: 'Queue', value: null },
        { text: 'Eva Lind', value: null },
        { text: '2', value: 2 },
        { text: '2', value: 2 },
        { text: '', value: null },
        { text: '9 Feb 2026 12:00', value: '2026-02-09T12:00:00.000Z' },
        { text: '1 Feb 2026 12:00', value: '2026-02-01T12:00:00.000Z' },
        { text: '', value: null },
      ],
      rankTarget: null,
      accessAllowed: true,
      interviewId,
      isComplete: true,
      alertId: ids.late,
      drillPath: null,
    })
  })

  test('begins with what is due first; closed ones come last, those without a due time before them', async () => {
    const { names } = await listed()
    expect(names).toEqual(['late', 'mine', 'soon', 'oslo', 'old', 'processing', 'never', 'closed'])
  })

  test('is paged and sorted by the server, by every column', async () => {
    expect((await listed('rowFrom=2&rowTo=4')).names).toEqual(['soon', 'oslo'])
    expect((await listed('sortVar=state&sortDesc=true&rowTo=2')).names).toEqual(['closed', 'processing'])
    expect((await listed('sortVar=raised&sortDesc=true&rowTo=1')).names).toEqual(['soon'])
    expect((await listed('sortVar=title&rowTo=1')).names).toEqual(['never'])
    expect((await listed('sortVar=owner&sortDesc=false&rowTo=3')).names).toEqual(['closed', 'processing', 'mine'])
    expect((await listed('sortVar=closed&sortDesc=true&rowTo=1')).names).toEqual(['closed'])
    expect((await listed('sortVar=store&sortDesc=true&rowTo=1')).names).toHaveLength(1)
    expect((await listed('sortVar=name&sortDesc=false&rowTo=1')).names).toEqual(['late'])
    const refused = await board.list(anna.call, 'root', 'sortVar=channel')
    expect(refused.body).toMatchObject({ code: 'validation', fields: { sortVar: 'unknown column' } })
  })

  test('is filtered by states, by owner and by what is late, with the number each of them shows', async () => {
    const { counts } = await listed()
    expect(counts).toEqual({ open: 6, processing: 1, closed: 1, mine: 2, overdue: 2 })
    for (const [query, names, number] of [
      ['states=open', ['late', 'mine', 'soon', 'oslo', 'old', 'never'], counts.open],
      ['states=processing', ['processing'], counts.processing],
      ['states=closed', ['closed'], counts.closed],
      ['mine=true', ['mine', 'processing'], counts.mine],
      ['overdue=true', ['late', 'mine'], counts.overdue],
    ] as const) {
      const body = await listed(query)
      expect([body.names, body.totalNumberRows], query).toEqual([names, number])
      expect(body.counts).toEqual(counts)
    }
    expect((await listed('mine=true&states=closed')).names).toEqual(['closed'])
    expect((await listed('mine=true&overdue=true&states=open')).names).toEqual(['mine'])
    expect((await listed('states=processing,closed')).totalNumberRows).toBe(2)
    expect((await board.list(anna.call, 'root', 'states=other')).status).toBe(400)
  })

  test('is searched in its texts, titles and owners, also in its numbers', async () => {
    for (const [text, names] of [
      ['queue', ['late']],
      ['eva l', ['late']],
      ['slow', ['mine', 'soon', 'oslo', 'old', 'processing', 'never', 'closed']],
      ['anna', ['mine', 'processing', 'closed']],
      ['oslo', ['oslo']],
      ['nowhere', []],
    ] as const) {
      const body = await listed(`filter=${text}`)
      expect([body.names, body.totalNumberRows], text).toEqual([names, names.length])
      const { open, processing, closed } = body.counts
      expect(open + processing + closed).toBe(names.length)
    }
  })

  test('suggests what its search finds (ALERT-24)', async () => {
    const suggested = async (term: string, path = 'root') =>
      (await board.suggest(anna.call, term, path)).body.suggestions
    expect(await suggested('s')).toEqual(['Slow', 'STOCKHOLM', 'Dust', 'OSLO'])
    expect(await suggested('ann')).toEqual(['Anna Berg'])
    expect(await suggested('eva')).toEqual(['Eva Lind'])
    expect(await suggested('unh')).toEqual(['Unhappy'])
    expect(await suggested('eva', 'country=Norway')).toEqual([])
    expect(await suggested('')).toEqual([])
  })

  test('is had by the call of a table and by that of a survey without one, which shows the usual columns (ALERT-23)', async () => {
    const body = await listed('', { component: '-' })
    const { headers } = body.rankingData
    const shown = headers.filter(({ extra }: { extra: boolean }) => !extra).map(({ value }: { value: string }) => value)
    expect(shown).toEqual(['name', 'store', 'title', 'state', 'owner', 'due', 'raised'])
    expect(body.names).toEqual((await listed()).names)
    expect(body.counts).toEqual((await listed()).counts)
    expect(body.totalNumberRows).toBe((await listed()).totalNumberRows)
    const query = 'states=open&sortVar=due&sortDesc=true&rowFrom=1&rowTo=3'
    expect((await listed(query, { component: '-' })).names).toEqual((await listed(query)).names)
    expect((await listed(query)).names).toHaveLength(2)
  })

  test('has as many open alerts as the bar says and the figure counts, at every place, filter and period', async () => {
    for (const path of [
      'root',
      'country=Sweden',
      'country=Sweden;store=Gothenburg',
      'country=Norway',
      'date=custom_01012026_31122026',
      'country=Sweden;date=custom_01012026_31122026;channel=web',
      'channel=till',
      'rating=5',
    ]) {
      const { totalNumberRows, counts } = await listed('states=open', { path })
      await caughtUp(board.deps.analytics, board.deps.pool)
      const status = await anna.call('GET', `/rest/surveys/status/${board.survey}/${path}?kind=alerts`)
      const bar = await anna.call('GET', `/rest/paths/segments/${board.survey}/${path}?kind=alerts`)
      const said = {
        figure: await board.openAlerts(anna.call, path),
        bar: bar.body.nOpenAlerts,
        bell: status.body.nOpenAlerts,
      }
      expect({ path, ...said, counts: counts.open }).toEqual({
        path,
        figure: totalNumberRows,
        bar: totalNumberRows,
        bell: totalNumberRows,
        counts: totalNumberRows,
      })
    }
  })
})

test('of an anonymous survey is refused in words, and so is every single one', async () => {
  const anonymous = await openAlerts('anonymity: { filters: [] }\n')
  const { call } = await anonymous.member()
  const id = await anonymous.alert()
  for (const [method, url] of [
    ['GET', anonymous.page(id)],
    ['GET', `/rest/alerts/list/${anonymous.survey}/root`],
    ['GET', `/rest/widgets/data/${anonymous.survey}/alertlist/root`],
    ['GET', `/rest/alerts/suggestions/${anonymous.survey}/alertlist/root?term=s`],
  ] as const) {
    const { status, body } = await call(method, url)
    expect([status, body.message], url).toEqual([403, 'This survey is anonymous: single answers cannot be opened.'])
  }
  await anonymous.close()
})

test('pages of alerts lead somewhere', async () => {
  const { body } = await anna.call('GET', `/rest/surveys/start/${board.survey}`)
  expect(body.builtKinds).toContain('alerts')
})
