import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { loadSurveyModel, loadSurveyModelById } from './load-survey-model.ts'
import { raiseModelVersion } from './survey-model-store.ts'
import { loadUnitTree } from './unit-tree.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

const questions = {
  country: { type: 'single', choices: ['SE', 'NO'] },
  store: { type: 'single', choices: ['s1', 's2'] },
  overall: { type: 'scale', min: 1, max: 10 },
} as const

function survey(config?: string) {
  const rows: TestRow[] = [
    { date: '2026-01-01', answers: { country: 'SE', store: 's1' } },
    { date: '2026-01-01', answers: { country: 'SE', store: 's2' } },
    { date: '2026-01-01', answers: { country: 'NO' } },
  ]
  return makeSurvey(database.db, {
    questions,
    views: { organisation: ['country', 'store'] },
    rows,
    ...(config ? { config } : {}),
  })
}

describe('a survey model', () => {
  test('holds questions in order with their choices, views and the configuration in force', async () => {
    const { universeId, extName, surveyId } = await survey('timeZone: Europe/Oslo\nanonymity: { filters: [] }')
    const model = await loadSurveyModel(database, universeId, extName)
    expect(model).toMatchObject({
      id: surveyId,
      extName,
      timeZone: 'Europe/Oslo',
      anonymity: { period: 'quarter', closing: 14, filters: [], minimum: [10, 25, 50], comments: 10 },
    })
    expect([...model.questions.keys()]).toEqual(['country', 'store', 'overall'])
    const country = model.questions.get('country')
    expect(country?.choices.map((choice) => choice.extName)).toEqual(['SE', 'NO'])
    expect(country?.choiceByCode.get(2)?.extName).toBe('NO')
    expect(model.questions.get('overall')).toMatchObject({ type: 'scale', scaleMin: 1, scaleMax: 10 })
    expect(model.views.map((view) => [view.extName, view.levels])).toEqual([['organisation', ['country', 'store']]])
  })

  test('without a configuration is named and in the time zone of its universe', async () => {
    const { surveyId } = await survey()
    expect(await loadSurveyModelById(database, surveyId)).toMatchObject({ anonymity: null, timeZone: 'UTC' })
  })

  test('is compiled once per version', async () => {
    const { universeId, extName, surveyId } = await survey()
    const first = await loadSurveyModel(database, universeId, extName)
    expect(await loadSurveyModel(database, universeId, extName)).toBe(first)
    await database.db
      .updateTable('question')
      .set({ variable: 'grade' })
      .where('survey_id', '=', surveyId)
      .where('variable', '=', 'overall')
      .execute()
    await raiseModelVersion(database.db, surveyId)
    const second = await loadSurveyModel(database, universeId, extName)
    expect(second.version).toBe(first.version + 1)
    expect([...second.questions.keys()]).toContain('grade')
  })

  test('read in a transaction that is rolled back is not cached', async () => {
    const { universeId, extName, surveyId } = await survey()
    const undone = database.db.transaction().execute(async (trx) => {
      await raiseModelVersion(trx, surveyId)
      expect((await loadSurveyModel({ db: trx }, universeId, extName)).version).toBe(3)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect((await loadSurveyModel(database, universeId, extName)).version).toBe(2)
  })

  test('of another universe, or of none, does not exist', async () => {
    const { universeId, extName } = await survey()
    await expect(loadSurveyModel(database, universeId + 1000, extName)).rejects.toMatchObject({ code: 'not_found' })
    await expect(loadSurveyModelById(database, 999_999)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('with a configuration that cannot be read says so', async () => {
    const { surveyId } = await survey('colour: blue')
    await expect(loadSurveyModelById(database, surveyId)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/cannot be read.*colour/),
    })
  })
})

describe('the units of a survey', () => {
  test('are found by path, by alias, by parent and by depth', async () => {
    const { surveyId } = await survey()
    await database.db
      .updateTable('unit')
      .set({ aliases: ['old name'] })
      .where('ext_name', '=', 's2')
      .execute()
    const model = await loadSurveyModelById(database, surveyId)
    const tree = await loadUnitTree(database, model)
    expect(await loadUnitTree(database, model)).toBe(tree)
    const viewId = model.views[0]?.id ?? 0
    const store = tree.find(viewId, ['SE', 's1'])
    expect(store).toMatchObject({ depth: 2, extName: 's1' })
    expect(tree.find(viewId, ['SE', 'old name'])?.extName).toBe('s2')
    expect(tree.find(viewId, ['NO', 's1'])).toBeUndefined()
    expect(tree.find(viewId, ['NO', '-'])?.depth).toBe(2)
    if (!store) throw new Error('no store')
    expect(tree.pathOf(store).map((unit) => unit.extName)).toEqual(['SE', 's1'])
    expect(tree.lineage(store.id)).toEqual(tree.pathOf(store).map((unit) => unit.id))
    expect(tree.lineage(undefined)).toEqual([])
    expect(tree.children(viewId, null).map((unit) => unit.extName)).toEqual(['SE', 'NO'])
    expect(tree.atDepth(viewId, 2)).toHaveLength(3)
    const sweden = tree.find(viewId, ['SE'])
    expect(sweden && tree.descendantIds(sweden)).toHaveLength(3)
  })
})
