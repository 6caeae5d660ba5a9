import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { administratorRole, ensureAdministratorRole, fullSurveyRights, insertRole } from './role.ts'
import { insertChoices, insertGroups, insertQuestions } from './questions.ts'
import { ensureSurvey, insertSurvey } from './survey.ts'
import { insertUnits, insertView } from './units.ts'
import { ensureUniverse, insertUniverse } from './universe.ts'
import { insertUser } from './user.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('a name in use', () => {
  test('is a conflict, and the existing row can be used instead', async () => {
    const { db } = database
    const universeId = await insertUniverse(db, { name: 'acme' })
    await expect(insertUniverse(db, { name: 'acme' })).rejects.toThrow('already a universe "acme"')
    expect(await ensureUniverse(db, { name: 'acme' })).toBe(universeId)
    const surveyId = await insertSurvey(db, universeId, { extName: 'visits' })
    await expect(insertSurvey(db, universeId, { extName: 'visits' })).rejects.toThrow('already a survey "visits"')
    expect(await ensureSurvey(db, universeId, { extName: 'visits' })).toBe(surveyId)
    await insertRole(db, universeId, { name: 'staff' })
    await expect(insertRole(db, universeId, { name: 'staff' })).rejects.toThrow('already a role "staff"')
    await insertUser(db, { username: 'kim' })
    await expect(insertUser(db, { username: 'Kim' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { username: expect.anything() },
    })
  })
})

describe('the administrator role', () => {
  test('gets rights in every survey, but not canViewAnon', async () => {
    const { db } = database
    const universe = await createUniverse(db)
    const surveys = [await createSurvey(db, universe.id), await createSurvey(db, universe.id)]
    const roleId = await ensureAdministratorRole(db, universe.id)
    expect(await ensureAdministratorRole(db, universe.id)).toBe(roleId)
    const given = await db.selectFrom('role_survey').selectAll().where('role_id', '=', roleId).execute()
    expect(given.map((row) => row.survey_id).sort()).toEqual(surveys.map(({ surveyId }) => surveyId).sort())
    expect(given.every((row) => row.access)).toBe(true)
    expect([fullSurveyRights, ...given.map((row) => row.rights)].filter((rights) => 'canViewAnon' in rights)).toEqual(
      [],
    )
    const role = await db.selectFrom('role').selectAll().where('id', '=', roleId).executeTakeFirstOrThrow()
    expect(role).toMatchObject({ name: administratorRole.name, can_see_all_data: true, parent_id: null })
  })

  test('is inserted once by two concurrent calls', async () => {
    const { db } = database
    const universe = await createUniverse(db)
    const add = (): Promise<number> => db.transaction().execute((trx) => ensureAdministratorRole(trx, universe.id))
    const [first, second] = await db.transaction().execute(async (trx) => {
      const id = await ensureAdministratorRole(trx, universe.id)
      const other = add()
      other.catch(() => {})
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 30_000 })
      return [id, { other }] as const
    })
    expect(await second.other).toBe(first)
  })

  async function countWaiting(): Promise<number> {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.n ?? 0
  }
})

describe('questions', () => {
  test('come after existing ones, with groups and choices in their order', async () => {
    const { db } = database
    const surveyId = await insertSurvey(db, (await createUniverse(db)).id, { extName: 'asked' })
    await insertGroups(db, surveyId, [{ extName: 'staff', title: { en: 'Staff' } }])
    const first = await insertQuestions(db, surveyId, [
      { variable: 'score', type: 'scale', scale: [1, 5], group: 'staff' },
      { variable: 'channel', type: 'single', choices: ['web', 'till'].map((extName) => ({ extName, title: {} })) },
    ])
    await insertGroups(db, surveyId, [{ extName: 'staff', title: { en: 'Again' } }])
    await insertQuestions(db, surveyId, [{ variable: 'why', type: 'text', language: 'sv', features: { name: true } }])
    await insertChoices(db, [
      { questionId: first.get('channel') ?? 0, choices: [{ extName: 'app', title: { en: 'App' }, code: 3 }] },
    ])
    const rows = await db
      .selectFrom('question')
      .leftJoin('question_group as g', 'g.id', 'group_id')
      .where('question.survey_id', '=', surveyId)
      .orderBy('question.sorder')
      .select(['variable', 'g.ext_name as group', 'scale_max', 'filterable', 'language', 'question.features'])
      .execute()
    const plain = { group: null, scale_max: null, filterable: true, language: null, features: {} }
    expect(rows).toEqual([
      { ...plain, variable: 'score', group: 'staff', scale_max: 5 },
      { ...plain, variable: 'channel' },
      { ...plain, variable: 'why', language: 'sv', features: { name: true } },
    ])
    const choices = await db
      .selectFrom('choice')
      .where('question_id', '=', first.get('channel') ?? 0)
      .orderBy('sorder')
      .select(['ext_name', 'code', 'title'])
      .execute()
    expect(choices).toEqual([
      { ext_name: 'web', code: 1, title: {} },
      { ext_name: 'till', code: 2, title: {} },
      { ext_name: 'app', code: 3, title: { en: 'App' } },
    ])
  })
})

describe('units', () => {
  test('come back in their order, however many', async () => {
    const { db } = database
    const universe = await createUniverse(db)
    const surveyId = await insertSurvey(db, universe.id, { extName: 'visits' })
    const viewId = await insertView(db, surveyId, { extName: 'stores', levels: ['country', 'store'], order: 0 })
    const at = { universeId: universe.id, viewId }
    const [parentId = null] = await insertUnits(db, at, [
      {
        depth: 1,
        parentId: null,
        extName: 'SE',
        titles: { sv: 'Sverige' },
        aliases: ['Sweden'],
        validFrom: '2024-02-29',
      },
    ])
    const names = Array.from({ length: 20_500 }, (_, index) => `store ${(index * 7919) % 20_500}`)
    const ids = await insertUnits(
      db,
      at,
      names.map((extName) => ({ depth: 2, parentId, extName })),
    )
    const rows = await db.selectFrom('unit').selectAll().where('view_id', '=', viewId).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(ids.map((id) => byId.get(id)?.ext_name)).toEqual(names)
    expect(byId.get(parentId ?? 0)).toMatchObject({
      titles: { sv: 'Sverige' },
      aliases: ['Sweden'],
      valid_from: '2024-02-29',
      valid_to: null,
    })
    expect(await insertUnits(db, at, [])).toEqual([])
  })
})
