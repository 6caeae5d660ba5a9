import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { reportCaller, startedEngine } from '#server/features/reports/testing/report-bench.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { createUser, signIn } from '#server/testing/factories.ts'

const sections = `
actions: { items: [satisfaction, { indicator: slow }], kinds: [{ extname: training, title: Training }] }
`
const path = 'actions/root'

interface NewAction {
  unit: string | null
  extname?: string
  values?: object
}

async function add({ deps: { db }, surveyId }: Dashboard, { unit, extname = 'satisfaction', values }: NewAction) {
  const found =
    unit === null
      ? null
      : await db
          .selectFrom('unit')
          .innerJoin('view', 'view.id', 'unit.view_id')
          .select('unit.id')
          .where('view.survey_id', '=', surveyId)
          .where('unit.ext_name', '=', unit)
          .executeTakeFirstOrThrow()
  const row = { survey_id: surveyId, view: 'stores', unit_id: found?.id ?? null, extname, expression: 'mean(rating)' }
  const days = { goal: 4, period: 'rel_-3m_0d', period_start: '2026-01-15', deadline: '2026-03-31' }
  await db
    .insertInto('action')
    .values({ ...row, ...days, ...values })
    .execute()
}

const figure = (value: number, from: string, to: string) => ({
  from,
  to,
  value,
  n: 40,
  low: value - 1,
  high: value + 1,
})
const before = figure(2.5, '2025-07-01', '2025-10-01')
const result = {
  before,
  end: figure(3.75, '2025-10-01', '2026-01-01'),
  ...{ difference: 0.6, standardError: 0.2, low: 0.2, high: 1 },
  ...{ comparable: 3, comparableBefore: 120, comparableAfter: 130 },
}

/** An open action in Stockholm with a responsible and filters, a completed and a failed one in Oslo, one for everybody. */
async function fill(board: Dashboard): Promise<void> {
  const anna = await createUser(board.deps.db, { firstName: 'Anna', lastName: 'Berg' })
  const { id } = await board.deps.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', anna.username)
    .executeTakeFirstOrThrow()
  await add(board, {
    unit: 'Stockholm',
    values: {
      kind: 'training',
      responsible_user_id: id,
      filters: 'channel=web',
      baseline: JSON.stringify(figure(2.25, '2025-10-15', '2026-01-15')),
    },
  })
  const closed = { period_start: '2025-10-01', deadline: '2025-12-31', baseline: JSON.stringify(before) }
  const of = (state: number, day: string) => ({ ...closed, state, closed_at: day, result: JSON.stringify(result) })
  await add(board, { unit: 'Oslo', values: of(1, '2026-01-01T03:37:00Z') })
  await add(board, { unit: 'Oslo', extname: 'gone', values: { ...of(2, '2026-01-02T03:37:00Z'), goal: 5 } })
  await add(board, { unit: null, extname: 'slow', values: { goal: 1 } })
}

const heads = [
  ...['Place', 'Filters', 'Item', 'Kind', 'State', 'Before', 'Current or end value', 'Answers', 'Goal', 'Period'],
  ...['From date', 'Deadline', 'Responsible', 'Effect', '95 % interval from', '95 % interval to', 'What it changed'],
]

describe('a report of actions', () => {
  let board: Dashboard
  let engine: TaskEngine

  beforeAll(async () => {
    board = await openDashboard({ extra: sections })
    await fill(board)
    engine = await startedEngine(board)
  })
  afterAll(async () => {
    await engine.stop()
    await board.close()
  })

  async function reporter(filters?: Record<string, string[]>) {
    const roleId = (
      await board.deps.db.selectFrom('role').select('id').where('name', '=', 'staff').executeTakeFirstOrThrow()
    ).id
    const user = await createUser(board.deps.db, {
      universes: [{ universeId: board.universeId, roleId, ...(filters && { filters }) }],
    })
    return reportCaller(board, await signIn(board.deps, user, board.universeId))
  }

  const day = (text: string) => new Date(`${text}T00:00:00Z`)

  test('holds those of the place and all below it with their figures and effects (REPORT-11d)', async () => {
    const reader = await reporter()
    const [sheet] = await reader.sheets(path)
    expect(sheet?.rows[0]).toEqual(heads)
    const changed = expect.stringContaining('better than in comparable units: +0.6 (95 % interval +0.2 to +1.0)')
    expect(sheet?.rows.slice(1)).toEqual([
      [
        'Sweden › Stockholm',
        'channel: WEB',
        'Satisfaction',
        'Training',
        'Open',
        2.25,
        5,
        1,
        4,
        'Three months',
        day('2026-01-15'),
        day('2026-03-31'),
        'Anna Berg',
        null,
        null,
        null,
        null,
      ],
      [
        'All',
        'All answers',
        'Low marks',
        null,
        'Open',
        null,
        2,
        2,
        1,
        'Three months',
        day('2026-01-15'),
        day('2026-03-31'),
        null,
        null,
        null,
        null,
        null,
      ],
      [
        'Norway › Oslo',
        'All answers',
        'gone',
        null,
        'Failed',
        2.5,
        3.75,
        40,
        5,
        'Three months',
        day('2025-10-01'),
        day('2025-12-31'),
        null,
        0.6,
        0.2,
        1,
        changed,
      ],
      [
        'Norway › Oslo',
        'All answers',
        'Satisfaction',
        null,
        'Completed',
        2.5,
        3.75,
        40,
        4,
        'Three months',
        day('2025-10-01'),
        day('2025-12-31'),
        null,
        0.6,
        0.2,
        1,
        changed,
      ],
    ])
    const places = async (at: string, of = reader) =>
      (await of.sheets(at))[0]?.rows.slice(1).map(([place, , item]) => `${String(place)}: ${String(item)}`)
    expect(await places('actions/country=Norway')).toEqual(['Norway › Oslo: gone', 'Norway › Oslo: Satisfaction'])
    expect(await places('actions/country=Sweden;store=Gothenburg')).toEqual([])
  })

  test('has only actions of places that are its reader’s, and none for one who sees a part of their answers', async () => {
    const reader = await reporter({ country: ['Sweden'] })
    expect((await reader.sheets(path))[0]?.rows.slice(1).map(([place]) => place)).toEqual(['Sweden › Stockholm'])
    expect((await reader.create('actions/country=Norway')).status).toBe(403)
    const limited = await reporter({ channel: ['web'] })
    const [sheet] = await limited.sheets(path)
    const texts = sheet?.rows.flat().filter((cell) => cell !== null)
    expect(texts?.slice(heads.length)).toEqual(['Your rights are limited by filters: actions are not shown.'])
  })

  test('comes as CSV with the same rows', async () => {
    const reader = await reporter()
    const made = await reader.create(path, { format: 'csv' })
    expect((await reader.ended(made.body.taskUUID)).status).toBe('FINISHED')
    const text = (await reader.download(made.body.taskUUID)).bytes.toString('utf8')
    const lines = text.replace('\u{feff}', '').trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain('Sweden › Stockholm')
    expect(lines[1]).toContain('2026-03-31')
  })
})

test('is offered where the configuration says so (REPORT-09d)', async () => {
  const board = await openDashboard({ extra: `${sections}\nreports: { actions: false }` })
  try {
    const call = await board.as()
    const { status, body } = await call('POST', `/rest/reports/actions/${board.survey}/root`, {})
    expect(status).toBe(403)
    expect(body.message).toBe('This survey does not offer this report.')
  } finally {
    await board.close()
  }
})
