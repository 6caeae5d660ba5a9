import type { AskedQuestionConfig } from '@gensvar/contract/configuration/questionnaire'
import { ExpressionError } from '@gensvar/contract/expression-tokens'
import { locales } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import type { FlowQuestion } from '@gensvar/contract/questionnaire-flow'
import { evaluateRule, parseRule } from '@gensvar/contract/row-rule'
import type { Answer, Rule } from '@gensvar/contract/row-rule'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { askedByDefault, canBeAnswered, neverAsked } from './asked-questions.ts'

/** A question as it is asked. */
export interface AskedQuestion {
  question: Question
  required: boolean
  /** Asked only where it is met. */
  rule: Rule | null
  /** A choice that asks for words of its own. */
  other: { choice: string; question: Question } | null
  help: LocalText | undefined
  /** What the ends of a scale mean, where this is not the title of their choice. */
  low: LocalText | undefined
  high: LocalText | undefined
  descending: boolean
}

/** What a survey asks: its questions page by page, and the languages it is worded in. */
export interface Questionnaire {
  pages: readonly (readonly AskedQuestion[])[]
  languages: readonly Locale[]
}

const made = new WeakMap<SurveyModel, Questionnaire>()

/** The questionnaire of a survey, as its configuration says. */
export function questionnaireOf(model: SurveyModel): Questionnaire {
  const known = made.get(model)
  if (known) return known
  const pages = pagesOf(model)
  const questionnaire = { pages, languages: languagesOf(model, pages.flat()) }
  made.set(model, questionnaire)
  return questionnaire
}

/**
 * The questionnaire of somebody of whom something is known: they are not asked it again, and rules on it are decided, so that
 * the page they get tells nothing of it.
 */
export function questionnaireFor(model: SurveyModel, known: Readonly<Record<string, Answer>>): Questionnaire {
  const { pages, languages } = questionnaireOf(model)
  const isKnown = (name: string): boolean => Object.hasOwn(known, name) && known[name] !== undefined
  const left = pages.map((page) => page.filter(({ question }) => !isKnown(question.variable)))
  const asked = new Set(
    left
      .flat()
      .flatMap(({ question, other }) => [question, other?.question])
      .map((one) => one?.variable),
  )
  const decided = left.map((page) =>
    page
      .map((one) => ({ ...one, rule: one.rule && decideRule(one.rule, asked, known) }))
      .filter(({ rule }) => rule === null || !isNever(rule))
      .map((one) => (one.rule && isAlways(one.rule) ? { ...one, rule: null } : one)),
  )
  const filled = decided.filter((page) => page.length > 0)
  return { pages: filled.length > 0 ? filled : [[]], languages }
}

/** A questionnaire as what decides which of its questions are shown. */
export function flowOf(questions: readonly AskedQuestion[]): FlowQuestion[] {
  return questions.map(({ question, rule, other }) => ({
    name: question.variable,
    kind: flowKinds[question.type],
    rule,
    other: other && { choice: other.choice, name: other.question.variable },
  }))
}

const flowKinds: Readonly<Record<Question['type'], FlowQuestion['kind']>> = {
  scale: 'number',
  numeric: 'number',
  single: 'choice',
  multiple: 'choices',
  date: 'text',
  text: 'text',
}

/** Questions and the texts of other words that belong to them, in the order they are asked. */
export function questionsIn(asked: readonly AskedQuestion[]): Question[] {
  return asked.flatMap(({ question, other }) => (other ? [question, other.question] : [question]))
}

function pagesOf(model: SurveyModel): AskedQuestion[][] {
  const { questions: configured } = model.config.questionnaire
  if (configured.length === 0) return [askedByDefault(model).map((question) => plainly(question))]
  const never = neverAsked(model)
  const find = (name: string): Question | undefined => (never.has(name) ? undefined : model.questions.get(name))
  const pages: AskedQuestion[][] = [[]]
  for (const one of configured) {
    if (one.page && pages.at(-1)?.length !== 0) pages.push([])
    const question = find(one.question)
    if (question && canBeAnswered(question)) pages.at(-1)?.push(askedOf(question, one, find))
  }
  return pages
}

function askedOf(
  question: Question,
  { required, showIf, other, help, low, high, descending, without }: AskedQuestionConfig,
  find: (name: string) => Question | undefined,
): AskedQuestion {
  const words = other && find(other.question)
  return {
    ...{ question: offering(question, without), required, help, low, high, descending },
    rule: showIf === undefined ? null : ruleOf(showIf),
    other: words && question.choiceByName.has(other.choice) ? { choice: other.choice, question: words } : null,
  }
}

/** A question without the choices that are no longer offered. */
function offering(question: Question, without: readonly string[]): Question {
  if (without.length === 0) return question
  return { ...question, choices: question.choices.filter(({ extName }) => !without.includes(extName)) }
}

function plainly(question: Question): AskedQuestion {
  const texts = { help: undefined, low: undefined, high: undefined }
  return { question, required: false, rule: null, other: null, ...texts, descending: false }
}

/** A rule that cannot be read hides nothing; it is told where the configuration is checked. */
function ruleOf(text: string): Rule | null {
  try {
    return parseRule(text)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

const never: Rule = { kind: 'or', of: [] }
const always: Rule = { kind: 'and', of: [] }

/** A rule with its tests of what is not asked decided by what is known. */
function decideRule(rule: Rule, asked: ReadonlySet<string | undefined>, known: Readonly<Record<string, Answer>>): Rule {
  switch (rule.kind) {
    case 'and':
    case 'or': {
      const parts = rule.of.map((part) => decideRule(part, asked, known))
      const [settles, settled] = rule.kind === 'and' ? ([isNever, never] as const) : ([isAlways, always] as const)
      const left = parts.filter((part) => !isNever(part) && !isAlways(part))
      return parts.some(settles) ? settled : { kind: rule.kind, of: left }
    }
    case 'not': {
      const of = decideRule(rule.of, asked, known)
      return isNever(of) ? always : isAlways(of) ? never : { kind: 'not', of }
    }
    default:
      return asked.has(rule.variable.name) ? rule : evaluateRule(rule, known) ? always : never
  }
}

function isNever(rule: Rule): boolean {
  return rule.kind === 'or' && rule.of.length === 0
}

function isAlways(rule: Rule): boolean {
  return rule.kind === 'and' && rule.of.length === 0
}

/** The languages that are offered: the configured ones, else those that all questions and choices are worded in. */
function languagesOf({ config }: SurveyModel, asked: readonly AskedQuestion[]): Locale[] {
  const { languages } = config.questionnaire
  if (languages.length > 0) return languages
  const texts = questionsIn(asked).flatMap(({ wording, title, choices }) => [
    { ...title, ...wording },
    ...choices.map((choice) => choice.title).filter((texts) => Object.keys(texts).length > 0),
  ])
  return texts.length === 0 ? [] : locales.filter((locale) => texts.every((text) => text[locale]))
}
