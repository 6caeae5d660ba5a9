import { parsePath } from '../drill-path.ts'
import { variablesOfRule } from '../row-rule.ts'
import { checkRule } from './check-expressions.ts'
import type { KnownQuestion, NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'
import type { AskedQuestionConfig } from './questionnaire.ts'
import { didYouMean } from './suggest.ts'
import type { SurveyConfig } from './survey-config.ts'

/**
 * Checks what respondents are asked: questions that are theirs to answer, each once, with rules on what is known by then, and
 * a text for a choice of other words.
 */
export function checkQuestionnaire(check: NameCheck, config: SurveyConfig): void {
  const { questions, privacy, privacyUrl, languages } = config.questionnaire
  const path = ['questionnaire', 'questions']
  const notTheirs = notAsked(check, config)
  const names = questions.map(({ question }) => question)
  check.unique(names, (at) => [...path, at, 'question'], 'questions')
  // Where each question is asked: beneath a choice it is asked with the choice's question.
  const askedAt = new Map<string, number>()
  for (const [at, { question, other }] of questions.entries())
    for (const name of [question, other?.question]) if (name !== undefined && !askedAt.has(name)) askedAt.set(name, at)
  for (const [at, asked] of questions.entries()) {
    const here = [...path, at]
    const found = check.question([...here, 'question'], asked.question)
    const reason = notTheirs.get(asked.question)
    if (reason !== undefined) check.error([...here, 'question'], `'${asked.question}' ${reason}`)
    if (found) checkScale(check, here, asked, found)
    if (asked.showIf !== undefined) checkOrder(check, [...here, 'showIf'], { rule: asked.showIf, at, askedAt })
    if (asked.other) checkOther(check, [...here, 'other'], { asked, found, notTheirs, names })
  }
  const others = questions.flatMap(({ other }) => (other ? [other.question] : []))
  const othersAt = questions.flatMap(({ other }, at) => (other ? [at] : []))
  check.unique(others, (at) => [...path, othersAt[at] ?? 0, 'other', 'question'], 'texts of other words')
  check.unique(languages, (at) => ['questionnaire', 'languages', at], 'languages')
  if (privacyUrl !== undefined && privacy === undefined)
    check.error(['questionnaire', 'privacyUrl'], "needs a 'privacy' notice beside it")
}

/** Questions that nobody can be asked, with the reason. */
function notAsked(check: NameCheck, { filters, sample, respondent, eventDate, anonymity }: SurveyConfig) {
  const reasons = new Map<string, string>()
  const note = (names: readonly (string | undefined)[], reason: string): void => {
    for (const name of names) if (name !== undefined) reasons.set(name, reason)
  }
  if (anonymity !== 'off') {
    note(Object.values(respondent), 'says who somebody is, which an anonymous survey asks nobody')
    note([eventDate], 'is the event date, which an anonymous survey asks nobody')
  }
  note([sample.stateQuestion, sample.subStateQuestion, sample.evalPeriodQuestion], 'is filled in by colleagues')
  note(
    filters.hidden.flatMap(({ value }) => namesIn(value)),
    'hides answers, so that no respondent can be asked it',
  )
  note([...check.levels], 'is a level of the hierarchy; the link says which place an answer is for')
  return reasons
}

/** Names of questions in a drill path; none where it cannot be read, which is told where it stands. */
function namesIn(path: string): string[] {
  try {
    return parsePath(path).map(({ name }) => name)
  } catch {
    return []
  }
}

function checkScale(
  check: NameCheck,
  path: ProblemPath,
  asked: AskedQuestionConfig,
  { type, variable }: KnownQuestion,
) {
  if (type === 'scale') return
  for (const key of ['low', 'high', 'descending'] as const)
    if (asked[key] !== undefined && asked[key] !== false)
      check.error([...path, key], `'${variable}' is a question of type ${type}; ${key} needs a scale`)
}

/** A rule names what is known when its question is asked: what was asked before, or backgrounds that are not asked. */
function checkOrder(
  check: NameCheck,
  path: ProblemPath,
  { rule, at, askedAt }: { rule: string; at: number; askedAt: ReadonlyMap<string, number> },
): void {
  checkRule(check, path, rule)
  const late = variablesOfRule(rule).find((name) => (askedAt.get(name) ?? -1) >= at)
  if (late !== undefined)
    check.error(path, `'${late}' is not asked before; a rule names questions asked before its own`)
}

function checkOther(
  check: NameCheck,
  path: ProblemPath,
  {
    asked: { question, other },
    found,
    notTheirs,
    names,
  }: {
    asked: AskedQuestionConfig
    found: KnownQuestion | undefined
    notTheirs: ReadonlyMap<string, string>
    names: readonly string[]
  },
): void {
  if (!other) return
  const text = [...path, 'question']
  check.question(text, other.question, ['text'])
  const reason = notTheirs.get(other.question)
  if (reason !== undefined) check.error(text, `'${other.question}' ${reason}`)
  if (names.includes(other.question)) check.error(text, `'${other.question}' is also asked by itself`)
  if (!found) return
  if (found.type !== 'single' && found.type !== 'multiple')
    check.error(path, `'${question}' is a question of type ${found.type}; single or multiple is needed here`)
  else if (found.choices && !found.choices.includes(other.choice))
    check.error(
      [...path, 'choice'],
      `'${question}' has no choice '${other.choice}'${didYouMean(other.choice, found.choices)}`,
    )
}
