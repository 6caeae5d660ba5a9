import { say } from '@gensvar/contract/say'
import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { hasEnds } from '../document/scale-ends.ts'
import { choicesOf } from '../document/known-names.ts'
import { saidIn } from './problems.ts'
import type { Problems } from './problems.ts'

/** Most steps of a scale: more are a number to write. */
const mostSteps = 21

/** Checks the answers that questions offer: their scales and choices. */
export function checkAnswers(
  problems: Problems,
  document: QuestionnaireDocument,
  model: Pick<SurveyModel, 'questions'>,
): void {
  for (const [at, question] of document.questions.entries()) {
    if (question.type === 'scale' && !isStored(question, model)) checkScale(problems, `questions.${at}.scale`, question)
    if (question.type === 'single' || question.type === 'multiple') checkChoices(problems, document, at)
  }
  checkDirections(problems, document)
}

/** Whether a scale is what the survey has already: one from a file may have other ends than a new one. */
function isStored({ variable, scale }: DocumentQuestion, { questions }: Pick<SurveyModel, 'questions'>): boolean {
  const stored = variable === null ? undefined : questions.get(variable)
  return stored?.type === 'scale' && scale !== null && hasEnds(stored, scale)
}

function checkScale(problems: Problems, path: string, { scale }: DocumentQuestion): void {
  if (!scale) {
    problems.error(path, say`A scale needs its lowest and its highest number.`)
    return
  }
  if (scale.min >= scale.max) problems.error(`${path}.max`, say`The highest number of a scale is above its lowest.`)
  else if (scale.max - scale.min >= mostSteps)
    problems.error(`${path}.max`, say`A scale has at most ${mostSteps} steps. Ask for a number instead.`)
  if (scale.min < 0) problems.error(`${path}.min`, say`A scale begins at 0 or above.`)
}

function checkChoices(problems: Problems, { questions, languages }: QuestionnaireDocument, at: number): void {
  const question = questions[at]
  if (!question) return
  const path = `questions.${at}.choices`
  const choices = choicesOf(question)
  if (choices.length < 2) problems.error(path, say`Offer at least two choices.`)
  const names = new Set<string>()
  let others = 0
  for (const [place, { extName, other }] of choices.entries()) {
    if (extName !== null && names.has(extName))
      problems.error(`${path}.${place}.extName`, say`Another choice of the question has the name "${extName}".`)
    if (extName !== null) names.add(extName)
    if (other && ++others === 2)
      problems.error(`${path}.${place}.other`, say`One choice of a question can ask for more.`)
  }
  for (const language of languages) {
    const seen = new Set<string>()
    for (const [place, { title }] of choices.entries()) {
      const text = saidIn(title, language).toLowerCase()
      if (text !== '' && seen.has(text))
        problems.error(`${path}.${place}.title.${language}`, say`Another choice of the question reads the same.`)
      seen.add(text)
    }
  }
}

/** Hints at scales that run the other way than most: whoever answers quickly marks the wrong end. */
function checkDirections(problems: Problems, { questions }: QuestionnaireDocument): void {
  const good = questions.map(({ type, scale }) => (type === 'scale' ? endAtLast(scale) : null))
  const [last, first] = [good.filter((end) => end === 'last').length, good.filter((end) => end === 'first').length]
  if (last === 0 || first === 0) return
  const usual = last >= first ? 'last' : 'first'
  for (const [at, end] of good.entries())
    if (end !== null && end !== usual)
      problems.hint(
        `questions.${at}.scale.direction`,
        say`The good end of this scale is on the other side than that of most scales.`,
      )
}

/** Whether the good end of a scale is shown first or last; null where neither end is better. */
function endAtLast(scale: DocumentQuestion['scale']): 'first' | 'last' | null {
  if (!scale || scale.direction === 'none') return null
  return (scale.direction === 'high') === scale.descending ? 'first' : 'last'
}
