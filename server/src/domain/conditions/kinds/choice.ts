import { EVENT_DATE, NOT_ANSWERED, answerOf } from '@gensvar/contract/conditions'
import type { ConditionOf } from '@gensvar/contract/conditions'
import type { Choice, Question, SurveyShape } from '#server/domain/survey/survey-model.ts'
import { questionOf } from '../answer-source.ts'
import type { AnswerSource } from '../answer-source.ts'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { CheckedRow, RowSurvey, ServerKind } from '../condition-kind.ts'
import { leavesNamed, levelOf } from '../leaves-as-of.ts'

/** Answers, or parts of texts, to include or exclude. */
export const choice: ServerKind<'choice'> = {
  nameOf: ({ variable }) => variable,
  demand: demandOf,
  isMetBy,
  publish(condition, request) {
    if (condition.asOf !== undefined) request.refuseUnits()
    if (condition.include.length === 0 || condition.exclude.length > 0 || looksForParts(condition)) return false
    request.addBackground(condition.variable, condition.include)
    return true
  },
  options: 'choices',
}

function looksForParts({ contains, excludeContains }: ConditionOf<'choice'>): boolean {
  return contains.length + excludeContains.length > 0
}

/** Every row has an event date: answers to include match no row of it, and answers to exclude leave every row. */
function isOfEventDate({ variable }: ConditionOf<'choice'>, questions: SurveyShape['questions']): boolean {
  return variable === EVENT_DATE && !questions.has(variable)
}

function includesAny({ include, contains }: ConditionOf<'choice'>): boolean {
  return include.length + contains.length > 0
}

function isMetBy(condition: ConditionOf<'choice'>, row: CheckedRow, { model, tree }: RowSurvey): boolean | null {
  if (isOfEventDate(condition, model.questions)) return !includesAny(condition)
  // Parts are searched for in titles of choices, and what comments say is kept apart: neither is in the row.
  if (looksForParts(condition) || model.facets?.has(condition.variable)) return null
  const answer = answerIn(condition, row, { model, tree })
  // As in SQL, an empty text is no answer.
  const isGiven = answer !== undefined && answer !== null && answer !== ''
  const given: unknown[] = Array.isArray(answer) ? answer : isGiven ? [answer] : []
  const has = (value: string): boolean => {
    const wanted = answerOf(value)
    return wanted === null ? given.length === 0 : given.some((one) => String(one) === wanted)
  }
  if (condition.exclude.some(has)) return false
  return condition.include.length === 0 || condition.include.some(has)
}

/** The stored answer, or the name of the unit of a level as it is on the condition's day. */
function answerIn({ variable, asOf }: ConditionOf<'choice'>, row: CheckedRow, { model, tree }: RowSurvey): unknown {
  const level = asOf === undefined ? null : levelOf(model, variable)
  if (asOf === undefined || !level) return row.answers[variable]
  const units = unitsAsOf(tree, asOf)
  const leaf = row.unitIds[model.views.indexOf(level.view)]
  const name = units.unit(units.lineage(leaf)[level.depth - 1] ?? 0)?.extName
  return name === blankUnit ? undefined : name
}

/** Rows by the names of the units of a level as they are on the condition's day; null where no unit moved until then. */
function levelDemand<Demand>(condition: ConditionOf<'choice'>, source: AnswerSource<Demand>): Demand | null {
  const { variable, asOf, include, exclude, contains, excludeContains } = condition
  const level = asOf === undefined ? null : levelOf(source.survey, variable)
  if (asOf === undefined || !level) return null
  const tree = unitsAsOf(source.tree, asOf)
  if (tree === source.tree) return null
  const question = questionOf(source, variable)
  const named = (values: readonly string[], parts: readonly string[]): Set<string> => {
    const answers = values.map((value) => answerOf(value) ?? blankUnit)
    return new Set([...answers, ...choicesOf(question, answers, parts).map(({ extName }) => extName)])
  }
  const wanted = named(include, contains)
  const unwanted = named(exclude, excludeContains)
  const all = include.length + contains.length === 0
  const leaves = leavesNamed(source.tree, tree, level, (name) => (all || wanted.has(name)) && !unwanted.has(name))
  return source.isInUnits(level.view, leaves)
}

function demandOf<Demand>(condition: ConditionOf<'choice'>, source: AnswerSource<Demand>): Demand {
  const { logic } = source
  const { variable, include, exclude, contains, excludeContains } = condition
  if (isOfEventDate(condition, source.survey.questions)) return includesAny(condition) ? logic.never : logic.always
  const byLevel = levelDemand(condition, source)
  if (byLevel !== null) return byLevel
  const question = questionOf(source, variable)
  const wanted = matching(question, include, contains, source)
  const unwanted = matching(question, exclude, excludeContains, source)
  const demands = [...(includesAny(condition) ? [logic.any(wanted)] : []), ...unwanted.map(logic.not)]
  return logic.all(demands)
}

/** One demand per way to match an answer: by choice, number, text, or not answered. */
function matching<Demand>(
  question: Question,
  values: readonly string[],
  parts: readonly string[],
  source: AnswerSource<Demand>,
): Demand[] {
  const matches: Demand[] = []
  if (values.includes(NOT_ANSWERED)) matches.push(source.logic.not(source.answered(question)))
  const answers = values.flatMap((value) => answerOf(value) ?? [])
  if (question.type === 'single' || question.type === 'multiple') {
    const choices = choicesOf(question, answers, parts)
    if (answers.length + parts.length > 0) matches.push(source.isOneOf(question, choices))
    return matches
  }
  if (question.type === 'text') {
    matches.push(...answers.map((answer) => source.textIs(question, answer)))
    matches.push(...parts.map((part) => source.textContains(question, part)))
    return matches
  }
  if (question.type === 'date') {
    const dates = answers.filter((answer) => /^\d{4}-\d\d-\d\d$/.test(answer))
    return [...matches, ...dates.map((date) => onDate(question, date, source))]
  }
  const numbers = answers.map(Number).filter((value) => Number.isFinite(value))
  return [...matches, ...numbers.map((value) => source.compare(question, '=', value))]
}

function onDate<Demand>(question: Question, date: string, source: AnswerSource<Demand>): Demand {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return source.isBetween(question, date, next.toISOString().slice(0, 10))
}

function choicesOf(question: Question, names: readonly string[], parts: readonly string[]): Choice[] {
  const wanted = new Set(names)
  const small = parts.map((part) => part.toLowerCase())
  return question.choices.filter((choice) => {
    if (wanted.has(choice.extName)) return true
    if (small.length === 0) return false
    const texts = [choice.extName, ...Object.values(choice.title)].map((text) => text.toLowerCase())
    return small.some((part) => texts.some((text) => text.includes(part)))
  })
}
