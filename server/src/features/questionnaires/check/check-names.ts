import { say } from '@gensvar/contract/say'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { askableQuestions } from '../document/askable-questions.ts'
import { nameRefusal } from '../document/free-names.ts'
import { choicesOf } from '../document/known-names.ts'
import type { Problems } from './problems.ts'

/** Checks the variables of questions: each is there once, new ones are free, and stored ones are a respondent's to answer. */
export function checkNames(problems: Problems, document: QuestionnaireDocument, model: SurveyModel): void {
  const askable = askableQuestions(model)
  const seen = new Set<string>()
  const check = (path: string, name: string | null, isText: boolean): void => {
    if (name === null) return
    if (seen.has(name)) problems.error(path, say`Another question has the variable "${name}".`)
    seen.add(name)
    const stored = model.questions.get(name)
    const refusal = stored ? null : nameRefusal(model, name)
    if (refusal) problems.error(path, refusal)
    if (stored && !askable.has(name))
      problems.error(path, say`"${name}" is known or filled in otherwise, so respondents are not asked it.`)
    else if (stored && isText && stored.type !== 'text')
      problems.error(path, say`The question "${name}" is of another type. Write another variable.`)
  }
  for (const [at, question] of document.questions.entries()) {
    check(`questions.${at}.variable`, question.variable, false)
    for (const [place, { other }] of choicesOf(question).entries())
      if (other) check(`questions.${at}.choices.${place}.other.variable`, other.variable, true)
  }
}
