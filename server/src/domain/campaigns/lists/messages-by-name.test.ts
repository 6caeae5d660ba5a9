import { afterAll, beforeAll, expect, test } from 'vitest'
import { trackingFilters } from '@gensvar/contract/entities/campaigns'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { messagesByName } from '#server/domain/figures/stored-messages.ts'
import { issueScopes } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { listTrackingRows } from './tracking-list.ts'

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
          ...{ unsubscribed: at % 9 === 0, bounce: at % 10 === 2 ? ('hard' as const) : null },
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

test.each(['all', 'alpha'] as const)(
  'the figures’ store lists messages by name as the database does: %s',
  async (who) => {
    const access = { model, ...scopes[who] }
    const named = model.questions.get('customer') ?? null
    for (const state of [undefined, ...trackingFilters])
      for (const sortDesc of [true, false])
        for (const [from, to] of [
          [0, 5],
          [7, 20],
          [0, 200],
          [60, 90],
          [500, 510],
        ] as const) {
          const asked = { from, to, sortBy: 'name', sortDesc, text: '', state, columns: [] }
          const listed = await listTrackingRows(ctx, access, { id: campaignId, sendingType: 'EMAIL' }, asked)
          const page = { campaignId, state: state ?? null, named, desc: sortDesc, from, to }
          const found = await messagesByName(ctx, model, access.caseScope, page)
          expect(found, `${state} ${sortDesc} ${from}-${to}`).toEqual(listed.rows.map(({ id }) => id))
        }
  },
)
