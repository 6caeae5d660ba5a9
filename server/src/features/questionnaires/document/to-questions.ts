import type { DocumentQuestion, DocumentScale, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WrittenQuestion } from '#server/features/metadata/service.ts'
import type { TextsByLanguage } from '../check/problems.ts'
import { hasEnds } from './scale-ends.ts'
import { choicesOf } from './known-names.ts'
import { textsOf } from './to-section.ts'

/** Longest title of a question that is made of its wording, in characters. */
const longestTitle = 120

/** The questions that a document asks as they are stored: each one, and the text questions of choices after theirs. */
export function toQuestions(
  document: QuestionnaireDocument,
  { questions: stored }: Pick<SurveyModel, 'questions'>,
): WrittenQuestion[] {
  return document.questions.flatMap((question, at) => {
    const { variable, type, scale } = question
    if (variable === null) return []
    const choices = choicesOf(question)
    const own: WrittenQuestion = {
      variable,
      type,
      title: titleOf(question),
      wording: textsOf(question.wording),
      scale: type === 'scale' && scale ? endsOf(scale, stored.get(variable)) : null,
      choices: choices.flatMap(({ extName, title }) => (extName === null ? [] : [{ extName, title: textsOf(title) }])),
      features: type === 'scale' && scale ? { direction: scale.direction } : {},
      field: `questions.${at}`,
    }
    const others = choices.flatMap(({ other }, place): WrittenQuestion[] =>
      other === null || other.variable === null
        ? []
        : [
            {
              variable: other.variable,
              type: 'text',
              title: titleOf({ title: {}, wording: other.wording }),
              wording: textsOf(other.wording),
              scale: null,
              choices: [],
              features: {},
              field: `questions.${at}.choices.${place}.other`,
            },
          ],
    )
    return [own, ...others]
  })
}

/** The ends of a scale, as they are stored where these are the same. */
function endsOf(scale: DocumentScale, stored: Question | undefined): [number, number] {
  if (!stored || !hasEnds(stored, scale)) return [scale.min, scale.max]
  return [stored.scaleMin ?? scale.min, stored.scaleMax ?? scale.max]
}

/** The title of a question by language: its own, else its wording, cut where that is long. */
export function titleOf({ title, wording }: Pick<DocumentQuestion, 'title' | 'wording'>): Record<string, string> {
  return { ...cut(textsOf(wording)), ...textsOf(title) }
}

function cut(texts: TextsByLanguage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([language, text]) => {
      if (text.length <= longestTitle) return [language, text]
      const words = text.slice(0, longestTitle - 1)
      return [language, `${words.slice(0, Math.max(words.lastIndexOf(' '), longestTitle / 2)).trim()}…`]
    }),
  )
}
