import { say } from '@gensvar/contract/say'
import { ExpressionError } from '@gensvar/contract/expression-tokens'
import { parseRule } from '@gensvar/contract/row-rule'
import type { Literal, Rule } from '@gensvar/contract/row-rule'
import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { choicesOf } from '../document/known-names.ts'
import type { Problems } from './problems.ts'

/** What a rule can ask for: a question of the document at its place, or one that is stored and not asked. */
interface Target {
  /** Null for a question that is not asked. */
  at: number | null
  /** Names of its choices; null where it has none. */
  choices: ReadonlySet<string> | null
}

/** Checks the rules by which questions are shown: they ask for what is known by then. */
export function checkRules(
  problems: Problems,
  document: QuestionnaireDocument,
  model: Pick<SurveyModel, 'questions'>,
): void {
  const targets = targetsOf(document, model)
  for (const [at, { showIf }] of document.questions.entries()) {
    if (showIf.trim() === '') continue
    const path = `questions.${at}.showIf`
    try {
      checkRule(parseRule(showIf), { problems, path, at, targets })
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      problems.error(path, say`${error.words} (character ${error.position + 1})`)
    }
  }
}

function targetsOf(
  { questions }: QuestionnaireDocument,
  model: Pick<SurveyModel, 'questions'>,
): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>()
  for (const { variable, type, choices } of model.questions.values()) {
    const isClosed = type === 'single' || type === 'multiple'
    targets.set(variable, { at: null, choices: isClosed ? new Set(choices.map(({ extName }) => extName)) : null })
  }
  for (const [at, question] of questions.entries()) {
    if (question.variable !== null) targets.set(question.variable, { at, choices: namesOf(question) })
    for (const { other } of choicesOf(question))
      if (other !== null && other.variable !== null) targets.set(other.variable, { at, choices: null })
  }
  return targets
}

function namesOf(question: DocumentQuestion): ReadonlySet<string> | null {
  const isClosed = question.type === 'single' || question.type === 'multiple'
  return isClosed ? new Set(choicesOf(question).flatMap(({ extName }) => extName ?? [])) : null
}

interface RuleAt {
  problems: Problems
  path: string
  at: number
  targets: ReadonlyMap<string, Target>
}

function checkRule(rule: Rule, here: RuleAt): void {
  if (rule.kind === 'and' || rule.kind === 'or') {
    for (const part of rule.of) checkRule(part, here)
    return
  }
  if (rule.kind === 'not') {
    checkRule(rule.of, here)
    return
  }
  const { problems, path, at, targets } = here
  const { name } = rule.variable
  const target = targets.get(name)
  if (!target) {
    problems.error(path, say`There is no question "${name}".`)
    return
  }
  if (target.at !== null && target.at >= at) {
    problems.error(path, say`"${name}" is not asked before this question.`)
    return
  }
  const values: readonly Literal[] = rule.kind === 'in' ? rule.values : rule.kind === 'compare' ? [rule.value] : []
  for (const { text } of values)
    if (target.choices !== null && !target.choices.has(text))
      problems.error(path, say`The question "${name}" has no choice "${text}".`)
}
