import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trackingFilters } from '@gensvar/contract/entities/campaigns'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { issueScopes } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { listedCounts } from './counts.ts'
import { seenMessages } from './seen.ts'
import { trackingColumns } from './tracking-columns.ts'
import { findMessages } from './tracking-ids.ts'
import type { FoundMessages, PageLimits, WantedMessages } from './tracking-ids.ts'
import { orderOf, stateConditions, whereText } from './tracking-query.ts'

const shops = ['beta', 'alpha', 'Gamma']
const names = ['Zoe', 'anna', 'Östen', 'Anna', 'éclair', '']
const states = ['PENDING', 'SENT', 'SENT', 'SENDING', 'FAILED', 'SENT', 'UNKNOWN'] as const

let program: TestDeps
let ctx: Ctx
let model: SurveyModel
let campaignId: number
let scopes: Record<'all' | 'alpha', ReturnType<typeof issueScopes>>

beforeAll(async () => {
  program = await testDeps()
  const { deps } = program
  const { id: universeId } = await createUniverse(deps.db)
  const { surveyId, responseIds } = await createSurvey(deps.db, universeId, {
    config: 'respondent: { name: customer }',
    questions: { shop: { type: 'single', choices: shops }, customer: { type: 'text' } },
    views: { organisation: ['shop'] },
    rows: Array.from({ length: 60 }, (_, at) => ({
      date: '2026-01-05',
      state: 1,
      answers: {
        shop: shops[at % 3] ?? '',
        // Some have a name in their answers alone, some in both places, some nowhere.
        ...(at % 4 < 2 && names[at % 6] !== '' ? { customer: `${names[(at + 1) % 5]}` } : {}),
      },
    })),
  })
  ctx = { ...programContext(deps, 'test'), locale: 'en' }
  const { id } = await deps.db
    .insertInto('campaign')
    .values({ survey_id: surveyId, ext_name: 'visit', title: 'Visit', sending_type: 'EMAIL', state: 'STARTED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  campaignId = id
  await write(ctx, async (tx) => {
    for (const [at, responseId] of responseIds.entries()) {
      const contact = JSON.stringify({ email: `p${at}@example.org`, ...(at % 3 > 0 && { name: names[at % 6] }) })
      await tx.db.updateTable('response').set({ contact }).where('id', '=', responseId).execute()
      const own = { campaign_id: campaignId, response_id: responseId, address: `p${at}@example.org`, language: 'en' }
      const opened = at % 4 === 1 ? { open_count: 2, opened_at: new Date() } : {}
      const clicked = at % 8 === 1 ? { click_count: 1, clicked_at: new Date() } : {}
      const state = states[at % 7] ?? 'SENT'
      await tx.db
        .insertInto('recipient')
        .values({
          ...{ ...own, ...opened, ...clicked, state, send_at: new Date(), answered: at % 5 === 0 },
          ...{ unsubscribed: at % 9 === 4, complained: at % 4 === 3, bounce: at % 10 === 2 ? ('hard' as const) : null },
        })
        .execute()
      if (at % 6 === 0)
        await tx.db
          .insertInto('recipient')
          .values({ ...own, kind: 'reminder', wave: 2, state: 'PENDING', send_at: new Date() })
          .execute()
    }
    await tx.surveyChanged(surveyId)
  })
  model = await loadSurveyModelById(deps, surveyId)
  const free = { places: [], own: [], fixed: [], isOpen: true }
  const place = { kind: 'unit' as const, view: 'organisation', depth: 1, path: ['alpha'] }
  scopes = { all: issueScopes(surveyId, free), alpha: issueScopes(surveyId, { ...free, places: [place] }) }
  await caughtUp(deps.analytics, deps.pool)
})
afterAll(() => program.close())

const windows = [
  [0, 5],
  [7, 20],
  [0, 200],
] as const

type Asked = Pick<WantedMessages, 'state' | 'sortBy' | 'sortDesc' | 'from' | 'to'> & { text?: string }

/** Finds messages as the list of somebody does. */
async function listOf(
  who: keyof typeof scopes,
): Promise<(asked: Asked, limits: Partial<PageLimits>) => Promise<FoundMessages>> {
  const access = { model, ...scopes[who] }
  const seen = await seenMessages(ctx, access)
  const counts = await listedCounts(ctx, access, seen, campaignId)
  const columns = trackingColumns(model, ['EMAIL'], [], 'en')
  return async ({ text = '', ...asked }, limits) => {
    const order = orderOf(seen, columns, asked.sortBy, asked.sortDesc)
    const known = { campaignId, seen, counts, states: stateConditions(seen, asked.state), order }
    const search = { text, whereText: await whereText(ctx, model, text) }
    return findMessages(ctx, access, { ...known, ...search, ...asked }, { ...byDatabase, ...limits })
  }
}

/** Finds pages as the list of somebody does. */
async function pagesOf(
  who: keyof typeof scopes,
): Promise<(asked: Asked, limits: Partial<PageLimits>) => Promise<number[]>> {
  const list = await listOf(who)
  return async (asked, limits) => (await list(asked, limits)).ids
}

test.each(['all', 'alpha'] as const)(
  'counts are the same by the database and by the figures’ store, which is asked if it has every change: %s',
  async (who) => {
    const access = { model, ...scopes[who] }
    const seen = await seenMessages(ctx, access)
    const byHand = await listedCounts(ctx, access, seen, campaignId)
    const stored = await listedCounts(ctx, access, seen, campaignId, 0)
    expect(stored).toEqual(byHand)
    expect(Object.values(byHand).every((count) => count > 0)).toBe(true)
    const isUpToDate = vi.spyOn(program.deps.analytics.feed, 'isUpToDate').mockResolvedValue(false)
    expect(await listedCounts(ctx, access, seen, campaignId, 0)).toEqual(byHand)
    isUpToDate.mockRestore()
  },
)

const byDatabase: PageLimits = { few: Number.POSITIVE_INFINITY, lookedAt: 0, named: 100 }
const byStore = { few: 0 }

test.each(['all', 'alpha'] as const)(
  'pages are the same by the database, by its newest messages and by the figures’ store: %s',
  async (who) => {
    const page = await pagesOf(who)
    const orders = ['id', 'status', 'name'].flatMap((sortBy) => [true, false].map((sortDesc) => ({ sortBy, sortDesc })))
    for (const state of [null, ...trackingFilters])
      for (const order of orders)
        for (const [from, to] of windows) {
          const asked = { state, ...order, from, to }
          const expected = await page(asked, byDatabase)
          const isNewestFirst = order.sortBy === 'id' && order.sortDesc
          for (const lookedAt of isNewestFirst ? [0, 4, 25] : [0])
            expect(await page(asked, { few: 0, lookedAt }), JSON.stringify([asked, lookedAt])).toEqual(expected)
        }
  },
)

test.each(['all', 'alpha'] as const)(
  'a text finds the same by the database and by the figures’ store: %s',
  async (who) => {
    const list = await listOf(who)
    const texts = ['anna', 'ÖST', 'e', 'p', 'p1@']
    const orders = ['id', 'status', 'name'].map((sortBy, at) => ({
      sortBy,
      sortDesc: (at + Number(who === 'all')) % 2 === 0,
    }))
    const queries = vi.spyOn(program.deps.analytics.store, 'query')
    for (const text of texts)
      for (const state of [null, 'OPENED'] as const)
        for (const order of orders)
          for (const [from, to] of [
            [7, 20],
            [150, 200],
          ] as const) {
            const asked = { text, state, ...order, from, to }
            const expected = await list(asked, byDatabase)
            queries.mockClear()
            expect(await list(asked, byStore), JSON.stringify(asked)).toEqual(expected)
            // Addresses have an index; a name that many addresses begin with is found by PostgreSQL.
            expect(queries.mock.calls.length > 0, JSON.stringify(asked)).toBe(text !== 'p1@')
            expect(await list(asked, { ...byStore, named: 0 })).toEqual(expected)
          }
    queries.mockRestore()
    const all = await list({ text: 'p', state: null, sortBy: 'id', sortDesc: true, from: 0, to: 5 }, byStore)
    expect([all.ids.length, all.total]).toEqual([5, who === 'all' ? 70 : expect.any(Number)])
  },
)

test('what somebody sees little of is asked of the figures’ store, if it has every change', async () => {
  const { deps } = program
  const [whole, limited] = [await pagesOf('all'), await pagesOf('alpha')]
  const asked = { state: 'UNKNOWN', sortBy: 'id', sortDesc: true, from: 0, to: 50 } as const
  const before = await limited(asked, byDatabase)
  expect(before.length).toBeGreaterThan(0)
  // The store is not told.
  await deps.pool.query(`update recipient set state = 'FAILED' where id = any($1::bigint[])`, [before])
  expect(await limited(asked, byStore)).toEqual(before)
  // Few are looked at one by one, and those of somebody who sees everybody are read in their order.
  expect(await limited(asked, { few: 0, lookedAt: 50 })).toEqual([])
  expect(await whole(asked, byStore)).not.toEqual(expect.arrayContaining(before))
  const isUpToDate = vi.spyOn(deps.analytics.feed, 'isUpToDate').mockResolvedValueOnce(false)
  expect(await limited(asked, byStore)).toEqual([])
  isUpToDate.mockRestore()
  await deps.pool.query(`update recipient set state = 'UNKNOWN' where id = any($1::bigint[])`, [before])
})
