import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureAdministratorRole } from '#server/domain/build/role.ts'
import { ensureUniverse } from '#server/domain/build/universe.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { rebuildAnalytics } from '#server/domain/figures/engine/analytics.ts'
import { listImportSets } from '#server/domain/imports/import-sets.ts'
import { createUser } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { decideDoubt, listDoubts } from '../doubts/service.ts'
import { importFile } from '../service.ts'
import type { ImportRequest } from '../service.ts'
import { removeImportSet } from '../sets/undo.ts'
import { csvOf } from '../testing/planned-file.ts'
import { testFile } from '../testing/test-files.ts'

let program: TestDeps
let ctx: Ctx
beforeAll(async () => {
  program = await testDeps()
  const { db } = program.deps
  const id = await ensureUniverse(db, { name: 'u', title: { en: 'U' } })
  await ensureAdministratorRole(db, id)
  ctx = programContext(program.deps, 'test', { id, name: 'u', timeZone: 'UTC', defaultLocale: 'en' })
})
afterAll(() => program.close())

let made = 0
const newName = () => `a${++made}`

const alerts = 'alerts: [{ extname: unhappy, when: overall_rating <= 2 }, { extname: web, when: channel = web }]'
const config = { name: 'alerts.yaml', text: alerts }

/** Rows whose ratings go from 1 to 5; those of `changed` have other ratings. */
function rows(from: number, count: number, rating = (index: number) => 1 + (index % 5)): string {
  return csvOf(['id', 'region', 'visited', 'overall_rating', 'channel'], count, (index) => [
    String(from + index),
    `r${index % 3}`,
    `2024-01-${10 + (index % 18)}`,
    String(rating(index)),
    index % 2 === 0 ? 'web' : 'phone',
  ])
}

async function load(survey: string, text: string, more: Partial<ImportRequest> = {}) {
  const file = await testFile('data.csv', text)
  return importFile(programContext(program.deps, 'import'), { universe: 'u', survey, key: 'id', ...more, file })
}

/** Keys of the responses with alerts of a rule. */
async function raised(survey: string, rule = 'unhappy'): Promise<string[]> {
  const found = await program.deps.db
    .selectFrom('alert')
    .innerJoin('response', 'response.id', 'alert.response_id')
    .innerJoin('survey', 'survey.id', 'alert.survey_id')
    .select('response.foreign_id as key')
    .where('survey.ext_name', '=', survey)
    .where('alert.rule', '=', rule)
    .orderBy('response.id')
    .execute()
  return found.map(({ key }) => key ?? '')
}

describe('an import', () => {
  test('raises the alerts of what it adds and changes, says how many, and so does trying it', async () => {
    const survey = newName()
    const tried = await load(survey, rows(0, 30), { config, dryRun: true })
    const first = await load(survey, rows(0, 30), { config })
    expect([tried.alerts, first.alerts, first.stored?.alerts]).toEqual([27, 27, 27])
    expect(await raised(survey)).toHaveLength(12)
    // Half of them are there already, and all are unhappy now.
    const more = rows(20, 20, () => 1)
    const triedMore = await load(survey, more, { dryRun: true })
    const second = await load(survey, more)
    // Ten are new, and of those there four were unhappy already; the others have raised theirs for the web.
    expect([triedMore.alerts, second.alerts]).toEqual([21, 21])
    expect(await raised(survey)).toHaveLength(28)
    const { id } = await program.deps.db
      .selectFrom('survey')
      .select('id')
      .where('ext_name', '=', survey)
      .executeTakeFirstOrThrow()
    const sets = await listImportSets(program.deps.db, id)
    expect(sets.map(({ nalerts }) => nalerts)).toEqual([21, 27])
    const audits = await program.deps.db
      .selectFrom('audit')
      .select('details')
      .where('survey_id', '=', id)
      .where('action', '=', 'import')
      .orderBy('id')
      .execute()
    expect(audits).toMatchObject([{ details: { alerts: 27 } }, { details: { alerts: 21 } }])
  })

  test('that is repeated raises nothing twice, also after the figures were rebuilt', async () => {
    const survey = newName()
    await load(survey, rows(0, 30), { config })
    expect((await load(survey, rows(0, 30))).alerts).toBe(0)
    await rebuildAnalytics(program.deps)
    expect((await load(survey, rows(0, 30), { dryRun: true })).alerts).toBe(0)
    expect((await load(survey, rows(0, 30))).alerts).toBe(0)
    // Nor do answers that change and meet the rule again.
    expect(
      (
        await load(
          survey,
          rows(0, 30, () => 5),
        )
      ).alerts,
    ).toBe(0)
    expect((await load(survey, rows(0, 30))).alerts).toBe(0)
    expect(await raised(survey)).toHaveLength(12)
  })

  test('raises alerts by the choices, questions and rules that it brings itself', async () => {
    const survey = newName()
    await load(survey, rows(0, 30), { config })
    const text = rows(100, 6, () => 5).replaceAll('phone', 'letter')
    const more = { name: 'more.yaml', text: 'alerts: [{ extname: letter, when: channel = letter }]' }
    const tried = await load(survey, text, { config: more, dryRun: true })
    expect((await load(survey, text, { config: more })).alerts).toBe(tried.alerts)
    expect(await raised(survey, 'letter')).toEqual(['101', '103', '105'])
  })

  test('of responses that are not completed raises none', async () => {
    const survey = newName()
    const tried = await load(survey, rows(0, 30), { config, state: 1, dryRun: true })
    const stored = await load(survey, rows(0, 30), { config, state: 1 })
    expect([tried.alerts, stored.alerts]).toEqual([0, 0])
  })

  test('of a survey whose configuration can no longer be read stores its rows and raises none', async () => {
    const survey = newName()
    await load(survey, rows(0, 30), { config })
    await program.deps.db
      .updateTable('script_version')
      .set({ text: 'alerts: 5', source: 'user' })
      .where('script_id', 'in', (sub) =>
        sub
          .selectFrom('script')
          .innerJoin('survey', 'survey.id', 'script.survey_id')
          .select('script.id')
          .where('survey.ext_name', '=', survey),
      )
      .execute()
    expect(await load(survey, rows(50, 30))).toMatchObject({ alerts: 0, stored: { inserted: 30 } })
  })
})

test('an import tells the owners of the alerts that it raises, unless its notices are held back', async () => {
  const { db } = program.deps
  const username = `${newName()}@example.org`
  const owner = await createUser(db, { username, isRoot: true })
  const text = `alerts: [{ extname: unhappy, when: overall_rating <= 2, defaultOwner: ${username} }]`
  const told = async () =>
    (await db.selectFrom('notice').select(['event', 'object_kind']).where('user_id', '=', owner.id).execute()).map(
      ({ object_kind }) => object_kind,
    )
  const given = { config: { name: 'alerts.yaml', text } }
  const quiet = await load(newName(), rows(0, 30), { ...given, notices: false })
  expect(quiet.stored?.alerts).toBe(12)
  expect(await told()).toEqual([])
  await load(newName(), rows(0, 30), given)
  // Of many alerts at once there is one notice.
  expect(await told()).toEqual(['alerts'])
})

describe('undoing an import', () => {
  const undo = (survey: string, id: number) => removeImportSet({ ...ctx, identity: { ...ctx.identity } }, survey, id)

  test('removes the alerts of what it added, and of what it changed those that nobody worked on', async () => {
    const survey = newName()
    await load(
      survey,
      rows(0, 10, () => 5),
      { config },
    )
    const { stored } = await load(
      survey,
      rows(5, 10, () => 1),
    )
    expect(await raised(survey)).toHaveLength(10)
    const { db } = program.deps
    const worked = await db
      .selectFrom('alert')
      .innerJoin('response', 'response.id', 'alert.response_id')
      .select('alert.id')
      .where('foreign_id', '=', '7')
      .where('rule', '=', 'unhappy')
      .where('alert.import_set_id', 'is not', null)
      .orderBy('alert.id', 'desc')
      .executeTakeFirstOrThrow()
    await db.insertInto('alert_log').values({ alert_id: worked.id, event: 'assigned', state: 2 }).execute()
    await undo(survey, stored?.importSetId ?? 0)
    expect(await raised(survey)).toEqual(['7'])
    // And the import can be made again.
    expect(
      (
        await load(
          survey,
          rows(5, 10, () => 1),
        )
      ).alerts,
    ).toBeGreaterThanOrEqual(9)
    expect(await raised(survey)).toHaveLength(10)
  })
})

test('a decision about answers raises the alerts of those it changes', async () => {
  const survey = newName()
  // Zeros are no ratings until somebody says they are.
  const odd = rows(0, 240, (index) => (index % 30 === 7 ? 0 : 3 + (index % 3)))
  const text = 'alerts: [{ extname: unhappy, when: overall_rating <= 2 }]'
  await load(survey, odd, {
    config: { name: 'alerts.yaml', text },
    decisions: [{ id: 'below:overall_rating', choice: 'blank' }],
  })
  expect(await raised(survey)).toEqual([])
  const own = { ...ctx, identity: { ...ctx.identity } }
  const { doubts } = await listDoubts(own, survey)
  const doubt = doubts.find(({ id }) => id === 'below:overall_rating')
  await decideDoubt(own, survey, doubt?.id ?? '', { choice: 'counted', version: doubt?.version ?? 0 })
  expect(await raised(survey)).toHaveLength(8)
})
