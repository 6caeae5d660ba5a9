import { mostQuestionnaireProblems } from '@gensvar/contract/questionnaires'
import type { QuestionnaireCheck } from '@gensvar/contract/questionnaires'
import { Count, say } from '@gensvar/contract/say'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { answeringMinutes } from './answering-time.ts'
import { checkAnswers } from './check-answers.ts'
import { checkNames } from './check-names.ts'
import { checkPage } from './check-page.ts'
import { checkRules } from './check-rules.ts'
import { checkTexts } from './check-texts.ts'
import { Problems } from './problems.ts'
import type { Problem } from './problems.ts'

/** A longer questionnaire is left by many before its end. */
const mostMinutes = 10
/** More open questions that must be answered are left, or answered with a dot. */
const mostRequiredTexts = 2

/** What is wrong with a questionnaire, for a survey as it is: errors first. */
export function problemsOf(document: QuestionnaireDocument, model: SurveyModel): Problem[] {
  const problems = new Problems()
  if (document.questions.length === 0) problems.error('questions', say`Add a question.`)
  for (const [at, language] of document.languages.entries())
    if (document.languages.indexOf(language) < at)
      problems.error(`languages.${at}`, say`This language is there already.`)
  checkTexts(problems, document)
  checkAnswers(problems, document, model)
  checkNames(problems, document, model)
  checkRules(problems, document, model)
  checkPage(problems, document)
  checkLength(problems, document)
  const { all } = problems
  return [...all.filter(({ severity }) => severity === 'error'), ...all.filter(({ severity }) => severity === 'hint')]
}

/** What checking answers with, in the reader's language. */
export function checkOf(
  { locale }: Pick<Ctx, 'locale'>,
  document: QuestionnaireDocument,
  model: SurveyModel,
): QuestionnaireCheck {
  const problems = problemsOf(document, model)
    .slice(0, mostQuestionnaireProblems)
    .map(({ path, severity, words }) => ({ path, severity, message: translate(words, locale) }))
  return { problems, minutes: answeringMinutes(document) }
}

/** Throws `validation` at each field that keeps a questionnaire from being published. */
export function demandPublishable(document: QuestionnaireDocument, model: SurveyModel): void {
  const errors = problemsOf(document, model).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const fields = errors.slice(0, mostQuestionnaireProblems).map(({ path, words }) => [path, words] as const)
  throw new AppError(
    'validation',
    say`The questionnaire cannot be published yet: ${new Count(errors.length)} things are not right.`,
    Object.fromEntries(fields),
  )
}

function checkLength(problems: Problems, document: QuestionnaireDocument): void {
  const minutes = answeringMinutes(document)
  if (minutes > mostMinutes)
    problems.hint(
      'questions',
      say`Answering takes about ${new Count(Math.round(minutes))} minutes. Many people leave after ${mostMinutes}.`,
    )
  const texts = document.questions.flatMap(({ type, required }, at) => (type === 'text' && required ? [at] : []))
  for (const at of texts.slice(mostRequiredTexts))
    problems.hint(
      `questions.${at}.required`,
      say`Many open questions must be answered. People leave, or write anything.`,
    )
}
