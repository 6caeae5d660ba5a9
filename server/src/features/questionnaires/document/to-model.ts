import { questionnaireConfig } from '@gensvar/contract/configuration/questionnaire'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { Choice, Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WrittenQuestion } from '#server/features/metadata/service.ts'
import { withNames } from './name-questions.ts'
import { toQuestions } from './to-questions.ts'
import { toSection } from './to-section.ts'

/**
 * A survey as it would be with a document published, for its preview: every question is shown, whatever its rule, and what
 * is wrong with the page around the questions is left out. Nothing is stored.
 */
export function toModel(model: SurveyModel, document: QuestionnaireDocument): SurveyModel {
  const plain = {
    ...withNames(document, model),
    questions: withNames(document, model).questions.map((question) => ({ ...question, showIf: '' })),
  }
  const asked = toQuestions(plain, model).map((question, at) => questionOf(question, model, at))
  const questions = new Map([...model.questions, ...asked.map((question) => [question.variable, question] as const)])
  return { ...model, questions, config: { ...model.config, questionnaire: questionnaireIn(plain) } }
}

function questionnaireIn(document: QuestionnaireDocument) {
  const section = toSection(document, new Map())
  const read = questionnaireConfig.safeParse(section)
  if (read.success) return read.data
  const { privacyUrl: _privacyUrl, review: _review, brand: _brand, ...rest } = section
  return questionnaireConfig.parse(rest)
}

function questionOf(written: WrittenQuestion, model: SurveyModel, at: number): Question {
  const { variable, type, title, wording, scale } = written
  const stored = model.questions.get(variable)
  const choices = written.choices.map((choice, place): Choice => ({ ...choice, code: place + 1 }))
  return {
    // Ids of stored rows are positive.
    id: stored?.id ?? -1 - at,
    ...{ variable, type, title, wording, choices },
    choiceByName: new Map(choices.map((choice) => [choice.extName, choice])),
    choiceByCode: new Map(choices.map((choice) => [choice.code, choice])),
    scaleMin: scale?.[0] ?? null,
    scaleMax: scale?.[1] ?? null,
    ...{ language: null, filterable: true, anonymizable: false, group: null, features: {}, format: {} },
  }
}
