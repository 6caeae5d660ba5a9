import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { smallSurvey } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import { placeTitles, recipientValues } from './recipient-values.ts'
import { letterTagsOf } from './tag-list.ts'

let database: TestDatabase
let model: SurveyModel
let tree: UnitTree
let unitIds: number[]

beforeAll(async () => {
  database = await testDatabase()
  const survey = await makeSurvey(database.db, { ...smallSurvey, config: 'respondent: { phone: comment }' })
  model = await loadSurveyModelById(database, survey.surveyId)
  tree = await loadUnitTree(database, model)
  const stored = database.db
    .selectFrom('response')
    .select('unit_ids')
    .where('id', '=', survey.responseIds[0] ?? 0)
  unitIds = (await stored.executeTakeFirstOrThrow()).unit_ids
})
afterAll(() => database.drop())

const links = { survey: 'https://feedback.example.org/a/1', unsubscribe: 'https://feedback.example.org/u/1' }
const row = {
  answers: { channel: 'web', rating: 4.5, comment: '+46 70 1' },
  contact: { name: 'Kim', language: 'sv-SE', street: 'Storgatan 1', postcode: '111 22', city: 'Stockholm' },
}

test('every tag that can be written has its value of the response', () => {
  const unitTitles = placeTitles(model, tree, unitIds, 'en')
  const values = recipientValues(model, row, { links, unitTitles, locale: 'sv' })
  const tags = letterTagsOf(model, { origin: '', locale: 'en' })
  expect(Object.fromEntries(tags.map(({ name }) => [name, values(name, 'shown')]))).toEqual({
    'contact.name': 'Kim',
    'contact.email': '',
    // The question that asks for it.
    'contact.phone': '+46 70 1',
    'contact.street': 'Storgatan 1',
    'contact.postcode': '111 22',
    'contact.city': 'Stockholm',
    'contact.country': '',
    'contact.address': 'Storgatan 1\n111 22 Stockholm',
    language: 'sv',
    'unsubscribe.link': links.unsubscribe,
    'survey.link': links.survey,
    'survey.qrcode': links.survey,
    'survey.title': model.extName,
    'survey.organisation': model.organisationName || model.universeName,
    'unit.title': 'Stockholm',
    'unit.path': 'Sweden, Stockholm',
    'unit.country': 'Sweden',
    'unit.store': 'Stockholm',
    'question.channel': 'WEB',
    'question.rating': '4,5',
    'question.comment': '+46 70 1',
  })
  // Conditions compare what is stored.
  expect(values('question.rating', 'compared')).toBe('4.5')
  expect(values('question.channel', 'compared')).toBe('web')
  expect(values('question.none', 'shown')).toBeNull()
  expect(values('other', 'shown')).toBeNull()
})

test('what is not known is empty, and answers of an anonymous survey are not told', () => {
  const unitTitles = placeTitles(model, tree, [0], 'en')
  const unknown = recipientValues(model, { answers: {}, contact: {} }, { links, unitTitles, locale: 'fi' })
  expect(['contact.name', 'unit.title', 'unit.path', 'unit.store'].map((name) => unknown(name, 'shown'))).toEqual(
    Array.from({ length: 4 }, () => ''),
  )
  expect(unknown('language', 'compared')).toBe('fi')
  expect(unknown('question.rating', 'compared')).toBe('')
  const anonymity = {} as NonNullable<SurveyModel['anonymity']>
  const closed = recipientValues({ ...model, anonymity }, row, { links, unitTitles, locale: 'sv' })
  for (const use of ['shown', 'compared'] as const) expect(closed('question.rating', use)).toBeNull()
})
