import { proposedName } from '@gensvar/contract/questionnaire-document'
import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { isFreeName } from './free-names.ts'
import { choicesOf, namesIn } from './known-names.ts'

/**
 * A document whose questions and choices have names, as far as they have a text in the main language: what is named
 * already stays. Names are free in the document and in the survey.
 */
export function withNames(
  document: QuestionnaireDocument,
  model: Pick<SurveyModel, 'questions' | 'config'>,
): QuestionnaireDocument {
  const [main] = document.languages
  const taken = new Set(namesIn(document))
  const nameFor = (text: string): string => {
    const name = proposedName(text, (one) => taken.has(one) || !isFreeName(model, one))
    taken.add(name)
    return name
  }
  const said = (texts: DocumentQuestion['wording']): string => (main ? (texts[main] ?? '').trim() : '')
  const named = document.questions.map((question): DocumentQuestion => {
    const text = said(question.title) || said(question.wording)
    const variable = question.variable ?? (text === '' ? null : nameFor(text))
    const names = new Set(question.choices.flatMap(({ extName }) => extName ?? []))
    const asked = new Set(choicesOf(question))
    return {
      ...question,
      variable,
      choices: question.choices.map((choice) => {
        if (!asked.has(choice)) return choice
        const title = said(choice.title)
        const extName = choice.extName ?? (title === '' ? null : proposedName(title, (one) => names.has(one), 'choice'))
        if (extName !== null) names.add(extName)
        const { other } = choice
        if (other === null || other.variable !== null || variable === null) return { ...choice, extName }
        return { ...choice, extName, other: { ...other, variable: nameFor(`${variable} ${extName ?? 'other'}`) } }
      }),
    }
  })
  return { ...document, questions: named }
}
