import { newDocument, newQuestion } from '@gensvar/contract/questionnaire-document'
import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireState } from '@gensvar/contract/questionnaires'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

/** A running application in which questionnaires are built. */
export interface Builder {
  board: Dashboard
  root: Caller
  /** Makes a survey and answers with its name. */
  create(survey: string, more?: object): Promise<string>
  /** The questionnaire of a survey. */
  state(survey: string): Promise<QuestionnaireState>
  /** Saves a document over what is there. */
  save(survey: string, document: QuestionnaireDocument, caller?: Caller): ReturnType<Caller>
  /** Saves a document and publishes it. */
  publish(survey: string, document: QuestionnaireDocument): ReturnType<Caller>
  model(survey: string): Promise<SurveyModel>
}

/** Address of a call. */
export const at = (what: string, survey: string): string => `/rest/questionnaires/${what}/${survey}`

/** Starts it; the caller closes its board. */
export async function openBuilder(): Promise<Builder> {
  const board = await openDashboard()
  const root = await board.as({ isRoot: true, username: 'rut@example.org' })
  const state = async (survey: string): Promise<QuestionnaireState> => (await root('GET', at('draft', survey))).body
  const save: Builder['save'] = async (survey, document, caller = root) =>
    caller('PUT', at('draft', survey), { document, version: (await state(survey)).version })
  return {
    ...{ board, root, state, save },
    async create(survey, more = {}) {
      const body = { survey, title: { en: 'Visits' }, template: null, languages: ['en'], ...more }
      const { status } = await root('POST', '/rest/questionnaires', body)
      if (status !== 200) throw new Error(`the survey ${survey} was not made: ${status}`)
      return survey
    },
    async publish(survey, document) {
      const { status, body } = await save(survey, document)
      if (status !== 200) throw new Error(`the draft was not saved: ${status}`)
      return root('POST', at('publish', survey), { version: body.version })
    },
    model: (survey) => loadSurveyModel(board.deps, board.universeId, survey),
  }
}

/** A document in English with questions of these types and wordings. */
export function documentOf(
  questions: readonly (Partial<DocumentQuestion> & Pick<DocumentQuestion, 'type'> & { says?: string })[],
  more: Partial<QuestionnaireDocument> = {},
): QuestionnaireDocument {
  return {
    ...newDocument(['en']),
    privacy: { en: 'We keep your answers for a year.' },
    questions: questions.map(({ says, ...question }) => ({
      ...newQuestion(question.type),
      ...(says !== undefined && { wording: { en: says } }),
      ...question,
    })),
    ...more,
  }
}

/** Choices by their names, which are their titles too. */
export function choicesOf(...names: string[]): DocumentQuestion['choices'] {
  return names.map((extName) => ({ extName, title: { en: extName }, other: null }))
}
