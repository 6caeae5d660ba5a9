import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { rebuildAnalytics } from '#server/domain/figures/engine/analytics.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { TestSurvey } from '#server/testing/survey-data.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { AlertSource } from './alert-source.ts'
import { alertSources } from './alert-sources.ts'
import { raiseAlerts, raiseAlertsOf, writtenNow } from './raise.ts'

// A Thursday, 10:00 in Stockholm.
const now = new Date('2026-02-12T09:00:00Z')
let program: TestDeps
let ctx: Ctx
beforeAll(async () => {
  program = await testDeps({ clock: { now: () => now } })
  ctx = programContext(program.deps, 'test')
})
afterAll(() => program.close())

interface Made {
  universeId: number
  surveyId: number
  responseIds: number[]
}

async function survey(config: string, more: Partial<TestSurvey> = {}): Promise<Made> {
  const { id } = await createUniverse(program.deps.db)
  return createSurvey(program.deps.db, id, { ...smallSurvey, config: `timeZone: Europe/Stockholm\n${config}`, ...more })
}

const raise = ({ surveyId, responseIds }: Made, ids = responseIds) =>
  write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, surveyId), ids))

/** The alerts of a survey: place of the response among the survey's, rule, owner, due time. */
async function alerts({ surveyId, responseIds }: Made) {
  const rows = await program.deps.db
    .selectFrom('alert')
    .where('survey_id', '=', surveyId)
    .selectAll()
    .orderBy('response_id')
    .orderBy('rule')
    .execute()
  return rows.map((row) => ({
    row: responseIds.indexOf(row.response_id),
    rule: row.rule,
    state: row.state,
    owner: row.owner_user_id,
    due: row.due_at?.toISOString() ?? null,
  }))
}
const places = async (made: Made) => (await alerts(made)).map(({ row, rule }) => `${row} ${rule}`)

describe('rules', () => {
  test('raise an alert for each completed response that meets them, with its history, in one statement each', async () => {
    const made = await survey(`
alerts:
  - { extname: unhappy, when: rating <= 2, due: 1d }
  - { extname: till, when: channel = till and rating < 5 }
`)
    expect(await raise(made)).toBe(4)
    const due = '2026-02-13T09:00:00.000Z'
    expect(await alerts(made)).toEqual([
      { row: 1, rule: 'till', state: 2, owner: null, due: null },
      { row: 1, rule: 'unhappy', state: 2, owner: null, due },
      { row: 3, rule: 'till', state: 2, owner: null, due: null },
      // The last response meets "till" and is not completed.
      { row: 4, rule: 'unhappy', state: 2, owner: null, due },
    ])
    const log = await program.deps.db
      .selectFrom('alert_log')
      .innerJoin('alert', 'alert.id', 'alert_log.alert_id')
      .where('survey_id', '=', made.surveyId)
      .select(['event', 'alert_log.state', 'alert_log.owner_user_id', 'alert_log.created_at', 'username'])
      .execute()
    expect(log).toHaveLength(4)
    expect(log[0]).toEqual({ event: 'raised', state: 2, owner_user_id: null, created_at: now, username: '' })
    const audit = await program.deps.db
      .selectFrom('audit')
      .where('survey_id', '=', made.surveyId)
      .where('action', '=', 'alert.raise')
      .select('details')
      .execute()
    const [, second, , fourth, fifth] = made.responseIds
    expect(audit).toEqual([{ details: { rules: { till: 2, unhappy: 2 }, responses: [second, fourth, fifth] } }])
    const changes = await program.deps.db
      .selectFrom('change')
      .where('survey_id', '=', made.surveyId)
      .selectAll()
      .execute()
    expect(JSON.stringify(changes)).toContain(String(second))
  })

  test('raise once per response and rule, also after the figures are rebuilt and when a rule is no longer met', async () => {
    const made = await survey('alerts: [{ extname: unhappy, when: rating <= 2 }]')
    const { db } = program.deps
    expect(await raise(made)).toBe(2)
    expect(await raise(made)).toBe(0)
    await rebuildAnalytics(program.deps)
    expect(await raise(made)).toBe(0)
    await db
      .updateTable('response')
      .set({ answers: JSON.stringify({ rating: 5 }) })
      .where('survey_id', '=', made.surveyId)
      .execute()
    expect(await raise(made)).toBe(0)
    expect(await places(made)).toEqual(['1 unhappy', '4 unhappy'])
  })

  test('raise once when two write at the same time', async () => {
    const made = await survey(
      'alerts: [{ extname: unhappy, when: rating <= 2 }, { extname: all, when: answered(rating) }]',
    )
    const gate = Promise.withResolvers<void>()
    const first = write(ctx, async (tx) => {
      const raised = await raiseAlerts(tx, await loadSurveyModelById(tx, made.surveyId), made.responseIds)
      gate.resolve()
      // The second waits for this one's commit.
      await expect.poll(waiting).toBe(1)
      return raised
    })
    await gate.promise
    const [one, other] = await Promise.all([first, raise(made, made.responseIds.toReversed())])
    expect([one, other]).toEqual([7, 0])
    expect(await alerts(made)).toHaveLength(7)
  })

  test('raise none for what is older than they say, of hidden filters or in an anonymous survey', async () => {
    const young = await survey('alerts: [{ extname: any, when: answered(rating), maxAge: 8d }]')
    await raise(young)
    // Events of 4 and 5 February; the last one is not completed.
    expect(await places(young)).toEqual(['4 any'])
    const hours = await survey('alerts: [{ extname: any, when: answered(rating), maxAge: 200h }]')
    await raise(hours)
    expect(await places(hours)).toEqual(['3 any', '4 any'])
    const hidden = await survey(`
alerts: [{ extname: any, when: answered(rating) }]
filters: { hidden: [{ extName: illegal, value: channel=web }] }`)
    await raise(hidden)
    expect(await places(hidden)).toEqual(['0 any', '2 any', '4 any'])
    const anonymous = await survey(`
alerts: [{ extname: any, when: answered(rating) }]
anonymity: { period: quarter, filters: [channel], minimum: [10, 25, 50], comments: 10 }`)
    expect(await raise(anonymous)).toBe(0)
  })

  test('with a variable the survey does not have are skipped and logged, and the others raise', async () => {
    const made = await survey(`
alerts:
  - { extname: gone, when: not gone = 1 }
  - { extname: misfit, when: comment < 3 }
  - { extname: broken, when: rating <= }
  - { extname: unhappy, when: rating <= 2 }`)
    const lines: unknown[] = []
    const log = { ...ctx.log, warn: (line: unknown) => lines.push(line) } as unknown as Ctx['log']
    const raised = await write({ ...ctx, log }, async (tx) =>
      raiseAlerts(tx, await loadSurveyModelById(tx, made.surveyId), made.responseIds),
    )
    expect(raised).toBe(2)
    expect(lines).toMatchObject([
      { rule: 'gone', reason: 'The survey has no variable "gone".' },
      { rule: 'misfit', reason: expect.stringContaining('open answer') },
      { rule: 'broken', reason: expect.stringContaining('character') },
    ])
  })

  test('raise for all that a write has changed, in batches', async () => {
    const rows = Array.from({ length: 4500 }, (_, index) => ({
      date: '2026-02-01',
      answers: { country: 'Sweden', store: 'Oslo', rating: 1 + (index % 5) },
    }))
    const made = await survey('alerts: [{ extname: a, when: rating < 5 }, { extname: b, when: rating < 2 }]', { rows })
    const raised = await write(ctx, async (tx) => {
      await tx.db
        .updateTable('response')
        .set({ version: 2, updated_at: sql<Date>`now()` })
        .where('survey_id', '=', made.surveyId)
        .where('id', '>', made.responseIds[499] ?? 0)
        .execute()
      return raiseAlertsOf(tx, made.surveyId, { which: writtenNow })
    })
    expect(raised).toBe(4000)
  })
})

test('a further source raises alerts beside the rules, for the same responses alone and once', async () => {
  const made = await survey(`
alerts: [{ extname: unhappy, when: rating <= 2 }]
filters: { hidden: [{ extName: illegal, value: channel=web }] }`)
  const due = new Date('2026-02-13T09:00:00Z')
  /** Raises for every response it is shown, in two batches. */
  const every: AlertSource = {
    isUsedBy: ({ id }) => id === made.surveyId,
    async *find({ db }, _survey, responses) {
      const rows = await runFragment<{ id: number; unitIds: number[] }>(
        db,
        portableSql`select r.id, r.unit_ids as "unitIds" from response r where ${responses} order by r.id`,
      )
      for (const some of [rows.slice(0, 1), rows.slice(1)])
        yield some.map((response) => ({ response, rule: 'script', due, search: {} }))
    },
  }
  const raiseBoth = (ids = made.responseIds) =>
    write(ctx, async (tx) =>
      raiseAlerts(tx, await loadSurveyModelById(tx, made.surveyId), ids, { sources: [...alertSources, every] }),
    )
  // The others are at the till, which is hidden, or not completed.
  expect(await raiseBoth(made.responseIds.slice(0, 2))).toBe(1)
  const first = await places(made)
  await raiseBoth()
  expect(await raiseBoth()).toBe(0)
  expect(first).toEqual(['0 script'])
  expect(await places(made)).toEqual(['0 script', '2 script', '4 script', '4 unhappy'])
  expect((await alerts(made))[0]).toMatchObject({ state: 2, owner: null, due: due.toISOString() })
  const other = await survey('alerts: []')
  const raised = await write(ctx, async (tx) =>
    raiseAlerts(tx, await loadSurveyModelById(tx, other.surveyId), other.responseIds, { sources: [every] }),
  )
  expect(raised).toBe(0)
})

describe('the owner of an alert', () => {
  const role = { canHandleAlerts: true }

  /** A user who handles alerts unless their role's rights say otherwise. */
  async function user(made: Made, rights: object | null = role, filters: Record<string, string[]> = {}) {
    const { db } = program.deps
    const surveys = rights === null ? {} : { [made.surveyId]: rights }
    const roleId = await createRole(db, made.universeId, { surveys })
    const { id, username } = await createUser(db, { universes: [{ universeId: made.universeId, roleId, filters }] })
    return { id, username }
  }

  async function own(made: Made, extName: string, userId: number): Promise<void> {
    await program.deps.db
      .updateTable('unit')
      .set({ owner_user_id: userId })
      .where('universe_id', '=', made.universeId)
      .where('ext_name', '=', extName)
      .execute()
  }

  const owners = async (made: Made) => {
    await raise(made)
    return (await alerts(made)).map(({ owner }) => owner)
  }
  const everywhere = 'alerts: [{ extname: any, when: answered(rating) }]'

  test('is that of the lowest unit that has one, up the path', async () => {
    const made = await survey(everywhere)
    const [stockholm, sweden] = [await user(made), await user(made)]
    await own(made, 'Stockholm', stockholm.id)
    await own(made, 'Sweden', sweden.id)
    expect(await owners(made)).toEqual([stockholm.id, stockholm.id, sweden.id, sweden.id, null])
  })

  test('is that of the level the rule names, not of a place below, else of one above', async () => {
    const made = await survey('alerts: [{ extname: any, when: answered(rating), owner: country }]')
    const [stockholm, sweden] = [await user(made), await user(made)]
    await own(made, 'Stockholm', stockholm.id)
    await own(made, 'Sweden', sweden.id)
    expect(await owners(made)).toEqual([sweden.id, sweden.id, sweden.id, sweden.id, null])
  })

  test('is the default owner where no unit has one', async () => {
    const { db } = program.deps
    const username = `default-${Date.now()}@example.org`
    const made = await survey(`alerts: [{ extname: any, when: answered(rating), defaultOwner: ${username} }]`)
    const roleId = await createRole(db, made.universeId, { surveys: { [made.surveyId]: role } })
    const { id } = await createUser(db, { username, universes: [{ universeId: made.universeId, roleId }] })
    const oslo = await user(made)
    await own(made, 'Oslo', oslo.id)
    expect(await owners(made)).toEqual([id, id, id, id, oslo.id])
  })

  test('may enter the survey, handle alerts and see the response, or is passed over', async () => {
    const made = await survey(everywhere)
    const gone = await user(made, null)
    const [reader, above] = [await user(made, {}), await user(made)]
    const web = await user(made, role, { channel: ['web'] })
    const elsewhere = await user(made, role, { store: ['Oslo'] })
    await own(made, 'Stockholm', web.id)
    await own(made, 'Gothenburg', reader.id)
    await own(made, 'Oslo', gone.id)
    await own(made, 'Sweden', above.id)
    await own(made, 'Norway', elsewhere.id)
    // The second response came through the till, which its store's owner does not see.
    expect(await owners(made)).toEqual([web.id, above.id, above.id, above.id, elsewhere.id])
  })

  test('is nobody who was disabled', async () => {
    const made = await survey(everywhere)
    const oslo = await user(made)
    await own(made, 'Oslo', oslo.id)
    await program.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', oslo.id).execute()
    expect((await owners(made)).at(-1)).toBeNull()
  })
})

/** Sessions of the test's database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await program.deps.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}
