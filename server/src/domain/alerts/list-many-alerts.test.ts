import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { issueScopes } from '#server/domain/rights/scope.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { portableSql, toDollarStatement } from '#server/platform/sql.ts'
import { alertOrder, fromAlerts, whereAlerts } from './alert-query.ts'
import { alertPageOf } from './list-alerts.ts'
import type { AlertRequest } from './list-alerts.ts'
import { listManyAlerts } from './list-many-alerts.ts'
import { suggestAlertTexts } from './suggest-alerts.ts'

const now = new Date('2026-02-12T09:00:00Z')
const shops = ['beta', 'alpha', 'Gamma', 'öst']
const words = ['Zebra', 'apple', 'Ärlig', 'éclair', 'apple']
const textIn = ['shop', 'likes', 'comment', 'name', 'email']
let program: TestDeps
let ctx: Ctx
let model: SurveyModel
let all: CaseScope
let alpha: CaseScope
let ownerIds: number[]

beforeAll(async () => {
  program = await testDeps({ clock: { now: () => now } })
  const { deps } = program
  const { id: universeId } = await createUniverse(deps.db)
  const { surveyId, responseIds } = await createSurvey(deps.db, universeId, {
    config: `
alerts:
  - { extname: unhappy, title: Unhappy visitor, when: overall <= 3 }
  - { extname: slow, title: An apple was slow, when: overall <= 2 }
`,
    questions: {
      shop: { type: 'single', choices: shops },
      likes: { type: 'multiple', choices: ['staff', 'price'] },
      overall: { type: 'scale', min: 1, max: 10 },
      amount: { type: 'numeric' },
      bought: { type: 'date' },
      comment: { type: 'text' },
    },
    views: { organisation: ['shop'] },
    rows: Array.from({ length: 60 }, (_, at) => ({
      date: `2026-01-${String(1 + (at % 7)).padStart(2, '0')}`,
      state: at % 12 === 11 ? 1 : 0,
      answers: {
        shop: shops[at % 4] ?? '',
        ...(at % 3 === 0 ? {} : { overall: 1 + (at % 10), amount: at / 4, bought: `2025-0${1 + (at % 9)}-01` }),
        ...(at % 4 === 0 ? {} : { comment: words[at % 5] ?? '', likes: ['price'] }),
      },
    })),
  })
  const user = (firstName: string, username: string) => createUser(deps.db, { firstName, lastName: 'Ek', username })
  const owners = await Promise.all([user('Zoe', 'many1'), user('anna', 'many2'), user('Pricilla', 'many3')])
  ownerIds = owners.map(({ id }) => id)
  ctx = { ...programContext(deps, 'test'), locale: 'en' }
  ctx.identity = { ...ctx.identity, userId: ownerIds[0] ?? 0 }
  await write(ctx, async (tx) => {
    for (const [at, id] of responseIds.entries()) {
      const contact = JSON.stringify({ name: `Person ${at}`, ...(at % 2 === 0 && { email: `p${at}@example.org` }) })
      await tx.db.updateTable('response').set({ contact }).where('id', '=', id).execute()
      if (at % 5 === 1) continue
      const rules = at % 5 === 0 ? ['slow', 'gone', 'unhappy'] : at % 3 === 0 ? ['slow'] : ['unhappy']
      const state = [2, 6, 3, 3][at % 4] ?? 2
      await tx.db
        .insertInto('alert')
        .values(
          rules.map((rule, nth) => ({
            survey_id: surveyId,
            response_id: id,
            rule,
            state,
            owner_user_id: at % 5 === 4 ? null : (ownerIds[(at + nth) % 3] ?? null),
            created_at: new Date(now.getTime() - (at % 9) * 3_600_000),
            due_at: at % 7 === 0 ? null : new Date(now.getTime() + ((at % 6) - 3) * 3_600_000),
            closed_at: state === 3 ? new Date(now.getTime() - at * 60_000) : null,
          })),
        )
        .execute()
    }
    await tx.surveyChanged(surveyId)
  })
  model = await loadSurveyModelById(deps, surveyId)
  const free = { places: [], own: [], fixed: [], isOpen: true, masksIn: null }
  all = issueScopes(surveyId, free).caseScope
  const place = { kind: 'unit' as const, view: 'organisation', depth: 1, path: ['alpha'] }
  alpha = issueScopes(surveyId, { ...free, places: [place] }).caseScope
  await caughtUp(deps.analytics, deps.pool)
})
afterAll(() => program.close())

const asked = (request: Partial<AlertRequest>): AlertRequest => ({
  conditions: [],
  states: [],
  textIn,
  sort: { by: 'due', desc: false },
  locale: 'en',
  from: 0,
  to: 50,
  ...request,
})
/** A page from both stores: the same, and asked of the figures' store in truth. */
async function both(request: Partial<AlertRequest>, scope: CaseScope) {
  const query = vi.spyOn(ctx.analytics.store, 'query')
  const stored = await listManyAlerts(ctx, model, scope, asked(request))
  const isAsked = query.mock.calls.some(([{ parts }]) => parts.some((part) => part.includes('with found')))
  query.mockRestore()
  expect(stored, JSON.stringify(request)).toEqual(await alertPageOf(ctx, model, scope, asked(request)))
  return { ...stored, isAsked }
}

describe('a list of alerts that can be long', () => {
  const orders = ['date', 'id', 'shop', 'likes', 'overall', 'amount', 'bought', 'comment', 'name']
  const fields = ['due', 'state', 'owner', 'raised', 'closed', 'title']

  test('has the rows, their order and numbers that PostgreSQL tells, by every column', async () => {
    for (const by of [...orders, ...fields])
      for (const desc of [true, false])
        for (const scope of [all, alpha])
          for (const from of [0, 10]) {
            const { isAsked } = await both({ sort: { by, desc }, from, to: from + 12 }, scope)
            // Only the usual order, by due time, is one that an index has; PostgreSQL alone knows what the store has not.
            expect([by, isAsked]).toEqual([by, !['due', 'date', 'id', 'likes', 'name'].includes(by)])
          }
  })

  test('is searched and filtered by answers as PostgreSQL does it, in every order', async () => {
    const overdueAt = now
    for (const text of [
      'apple',
      'ALPHA',
      'person 1',
      'P4@',
      'öst',
      'pric',
      'ärl',
      '%',
      "o'",
      'ek',
      'gon',
      'slow',
      'nobody',
    ])
      for (const scope of [all, alpha])
        for (const filter of [{}, { states: [2, 3] as const }, { ownerId: ownerIds[0] ?? 0 }, { overdueAt }])
          expect((await both({ text, ...filter }, scope)).isAsked).toBe(true)
    for (const by of [...fields, 'overall', 'comment', 'date', 'id', 'likes'])
      expect((await both({ text: 'p', sort: { by, desc: false } }, alpha)).isAsked).toBe(by !== 'likes')
    const conditions = [{ kind: 'range' as const, variable: 'overall', from: 2, to: 6 }]
    for (const by of [...fields, 'shop']) await both({ conditions, sort: { by, desc: true } }, alpha)
    const { total, counts } = await both({ text: 'apple', states: [3] }, all)
    expect({ total, closed: counts.closed }).toEqual({ total: counts.closed, closed: expect.any(Number) })
    expect(total).toBeGreaterThan(5)
    expect((await both({ text: 'apple', from: 500, to: 550 }, all)).rows).toEqual([])
    // An alert of no configured rule, as scripts raise them, has its name alone.
    expect((await both({ text: 'gone' }, all)).rows.map(({ rule }) => rule)).toContain('gone')
    expect((await both({ text: 'slow' }, all)).rows.every(({ rule }) => rule === 'slow')).toBe(true)
  })

  test('looks for alerts that are not closed in the half of the index that has them', async () => {
    const client = await ctx.pool.connect()
    try {
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      )
      const someTime = { states: [], overdueAt: now, locale: 'en' } as const
      for (const which of [{ states: [2], locale: 'en' } as const, someTime]) {
        const where = await whereAlerts(ctx, model, all, { conditions: [], ...which })
        const order = alertOrder(model, { by: 'due', desc: false }, 'en')
        const list = portableSql`explain select a.id from ${fromAlerts(where)} where ${where} order by ${order} limit 5`
        const { text, values } = toDollarStatement(list)
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(text, values)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toMatch(/Index Cond: .*\(\(state = 3\) <= false\)/)
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('suggests the same from the store and from the rows', async () => {
    const isUpToDate = vi.spyOn(ctx.analytics.feed, 'isUpToDate')
    for (const term of ['PERSON 5', 'p4@', 'ÖST', 'pri', 'apple', 'ek', 'unh', 'gon', 'nobody'])
      for (const scope of [all, alpha]) {
        const suggested = () => suggestAlertTexts(ctx, model, scope, { conditions: [], textIn, locale: 'en' }, term)
        const stored = await suggested()
        isUpToDate.mockResolvedValueOnce(false)
        expect(stored, term).toEqual(await suggested())
      }
    isUpToDate.mockRestore()
    const among = (scope: CaseScope, term: string) =>
      suggestAlertTexts(ctx, model, scope, { conditions: [], textIn, locale: 'en' }, term)
    expect([await among(all, 'pricilla'), await among(all, 'öst')]).toEqual([['Pricilla Ek'], ['ÖST']])
    expect([await among(all, 'p0@'), await among(alpha, 'p0@')]).toEqual([['p0@example.org'], []])
  })

  test('tells what was just written, before the figures have it, and after', async () => {
    const raised = (comment: string) =>
      write(ctx, async (tx) => {
        const answers = { shop: 'alpha', overall: 1, comment }
        const [id = 0] = await addResponses(tx.db, model.id, [{ date: '2026-02-12', answers }])
        const alert = { survey_id: model.id, response_id: id, rule: 'unhappy', state: 2 }
        await tx.db.insertInto('alert').values(alert).execute()
        await tx.changed(model.id, [id])
      })
    const comments = ({ rows }: Awaited<ReturnType<typeof both>>) =>
      rows.map(({ response }) => response.answers['comment'])
    await raised('A pear of today')
    await caughtUp(ctx.analytics, ctx.pool)
    const known = await both({ text: 'a pear' }, alpha)
    expect([known.isAsked, comments(known)]).toEqual([true, ['A pear of today']])
    await ctx.analytics.feed.stop()
    await raised('A pear of right now')
    const fresh = await both({ text: 'a pear' }, alpha)
    expect([fresh.isAsked, comments(fresh)]).toEqual([false, ['A pear of right now', 'A pear of today']])
    expect(fresh.counts.open).toBe(2)
  })
})
