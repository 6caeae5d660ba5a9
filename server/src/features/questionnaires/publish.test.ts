import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDocument, newQuestion } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import { questionnaireTemplates } from '@gensvar/contract/questionnaires'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import { knownQuestions, readConfigurationText } from '#server/domain/survey/configuration-text.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard
let root: Caller

beforeAll(async () => {
  board = await openDashboard()
  root = await board.as({ isRoot: true, username: 'rut@example.org' })
})
afterAll(() => board.close())

const at = (what: string, survey: string) => `/rest/questionnaires/${what}/${survey}`
const modelOf = (survey: string) => loadSurveyModel(board.deps, board.universeId, survey)

async function create(survey: string, more: object = {}): Promise<string> {
  const body = { survey, title: { en: 'Visits' }, template: null, languages: ['en'], ...more }
  expect((await root('POST', '/rest/questionnaires', body)).status).toBe(200)
  return survey
}

describe.each(questionnaireTemplates)('the template %s', (template) => {
  test('is published as it is: questions, questionnaire and a dashboard that fits', async () => {
    const survey = await create(`from_${template}`, {
      template,
      languages: ['sv', 'en', 'no', 'da', 'fi'],
      title: { sv: 'Besök' },
    })
    const draft = (await root('GET', at('draft', survey))).body
    expect(draft.check.problems.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
    const { status, body } = await root('POST', at('publish', survey), { version: draft.version })
    expect([status, body.fields]).toEqual([200, undefined])
    const model = await modelOf(survey)
    const text = (await readConfiguration(board.deps.db, model.id))?.text ?? ''
    console.log(text)
    expect(readConfigurationText(text, knownQuestions(model)).problems).toEqual([])
    expect(body.document).toEqual(draft.document)
  })
})
