import { parseExpression } from '@gensvar/contract/expression'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import { applyRule } from '#server/domain/conditions/apply-rule.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import { isOneOfValues, npsCuts } from './expressions/aggregates.ts'
import { respondentIndex } from './rows/atoms.ts'
import type { ColumnSource } from './rows/column-source.ts'
import { demandLogic, demandToSql } from './rows/row-demand.ts'
import type { RowDemand } from './rows/row-demand.ts'
import { questionColumn } from './store/answer-columns.ts'
import { recordKeyColumn, releasedColumn } from './store/built-in-columns.ts'
import { responseTable } from './store/tables.ts'

/** Which figures of which respondents. */
export interface ScoresRequest {
  conditions: readonly Condition[]
  /** The expression that a respondent must have a number of. */
  score: string
  expressions: readonly string[]
  /** Most respondents that are read; of more a random part of about so many. */
  most: number
}

/** Single respondents' own figures. */
export interface RespondentScores {
  /** How many respondents have a number of the score. */
  total: number
  /**
   * The score's numbers of the respondents read, then those of each expression, NaN for none; null for an expression of
   * which nobody has a number of their own, such as a count. All null where the score is one.
   */
  columns: (Float64Array | null)[]
}

/**
 * What figures are made of: each respondent's own number of expressions, in the figure's unit, so that its mean over
 * respondents is the figure (of a net promoter score 100, 0 or -100; of a median the answer). Of completed interviews of a case scope alone, always in
 * the same order. Throws as `aggregate` does.
 */
export async function respondentScores(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, score, expressions, most }: ScoresRequest,
  signal = deps.work?.signal,
): Promise<RespondentScores> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  if (!scope.isOpen) throw new Error('An anonymous survey has published figures only')
  const { analytics, identity } = deps
  if (identity) await analytics.fresh(identity.lastWrite)
  const source = await columnSource(deps, model)
  const scores = [score, ...expressions].map((expression) => respondentScore(expression, source))
  const [first] = scores
  if (!first) return { total: 0, columns: scores.map(() => null) }
  const where = demandToSql(
    demandLogic.all([source.isInState([0]), applyConditions([...scope.conditions, ...conditions], source)]),
  )
  const known = scores.filter((one) => one !== null)
  const { total, columns } = await readNumbers(deps, model, { where, first, selected: known, most }, signal)
  let at = 0
  return { total, columns: scores.map((one) => (one ? (columns[at++] ?? null) : null)) }
}

/** What the published figures of a survey count, respondent by respondent: for what is made from them before it is shown. */
export interface ReleasedScores {
  /** How many respondents there are. */
  total: number
  /** The sum of keys that chooses noise is over these. */
  keys: Float64Array
  /** Numbers of each expression, NaN for none; null for an expression of which nobody has one. */
  columns: (Float64Array | null)[]
}

/**
 * The numbers of all respondents of an anonymous survey whose answers closed periods count: those released and before a day (ISO).
 * `fixed` are the conditions of its hidden filters. For what is published with noise alone: the numbers never leave.
 */
export async function releasedScores(
  deps: AggregateDeps,
  model: SurveyModel,
  {
    fixed,
    before,
    expressions,
    most,
  }: { fixed: readonly Condition[]; before: string; expressions: readonly string[]; most: number },
): Promise<ReleasedScores> {
  const source = await columnSource(deps, model)
  const scores = expressions.map((expression) => respondentScore(expression, source))
  const released = { kind: 'in' as const, column: releasedColumn, values: [1] }
  const closed: Condition = { kind: 'dates', variable: EVENT_DATE, from: null, to: before }
  const where = demandToSql(
    demandLogic.all([source.isInState([0]), released, applyConditions([...fixed, closed], source)]),
  )
  const first = ident(recordKeyColumn)
  const known = scores.filter((one) => one !== null)
  const { total, columns } = await readNumbers(deps, model, { where, first, selected: [first, ...known], most })
  const [keys = new Float64Array(), ...numbers] = columns
  let at = 0
  return { total, keys, columns: scores.map((one) => (one ? (numbers[at++] ?? null) : null)) }
}

/** Numbers of the respondents of a condition who have the first one; of more than `most` of a random part. */
function readNumbers(
  { analytics, work }: AggregateDeps,
  model: SurveyModel,
  { where, first, selected, most }: { where: Fragment; first: Fragment; selected: readonly Fragment[]; most: number },
  signal = work?.signal,
): Promise<{ total: number; columns: Float64Array[] }> {
  const from = portableSql`${ident(responseTable(model.id))} where ${where} and (${first}) is not null`
  const caller = work?.caller ?? systemCaller
  const options = { caller, ...(signal && { signal }) }
  return analytics.turns.run(
    caller,
    async () => {
      const { columns: counts } = await analytics.store.query(portableSql`select count(*) from ${from}`, options)
      const total = Number(counts[0]?.[0] ?? 0)
      const numbers = selected.map((one) => portableSql`coalesce(cast(${one} as double), cast('nan' as double))`)
      const read = await analytics.store.numbers(
        portableSql`select ${join(numbers)} from ${from} ${aPart(most / total)} order by id`,
        options,
      )
      return { total, columns: read }
    },
    signal,
  )
}

/** A prime: numbers of responses, multiplied by another one, have remainders that are spread evenly. */
const remainders = 9973

/** Leaves a share of the respondents, spread evenly over all and always the same ones. */
function aPart(share: number): Fragment {
  if (!(share < 1)) return portableSql``
  const below = integer(Math.ceil(share * remainders))
  return portableSql`and ((id % ${integer(remainders)}) * 7919) % ${integer(remainders)} < ${below}`
}

/** A respondent's own number of an expression in SQL, null for those without; null where nobody has one. */
export function respondentScore(text: string, source: ColumnSource): Fragment | null {
  const { body, where } = parseExpression(text)
  if (body.kind !== 'aggregate') return null
  const score = scoreOf(body, source)
  if (!score || !where) return score
  return portableSql`case when ${demandToSql(applyRule(where, source))} then ${score} end`
}

type Aggregate = Extract<ReturnType<typeof parseExpression>['body'], { kind: 'aggregate' }>

function scoreOf(aggregate: Aggregate, source: ColumnSource): Fragment | null {
  switch (aggregate.name) {
    case 'csi':
      return indexOf(aggregate.variables.map(({ name }) => questionOf(source, name)))
    case 'index':
      return indexOf([questionOf(source, aggregate.variable.name)])
    case 'mean':
    case 'median':
      return answerOf(questionOf(source, aggregate.variable.name))
    case 'nps': {
      const question = questionOf(source, aggregate.variable.name)
      const cut = npsCuts[`${question.scaleMin}-${question.scaleMax}`]
      if (!cut || question.type !== 'scale') return null
      return portableSql`case when ${compared(source, question, '>=', cut.promoter)} then 100
                              when ${compared(source, question, '<=', cut.detractor)} then -100
                              when ${demandToSql(source.answered(question))} then 0 end`
    }
    case 'topbox': {
      const question = questionOf(source, aggregate.variable.name)
      if (question.type !== 'scale' || question.scaleMax === null) return null
      return hit(source, question, source.compare(question, '>=', question.scaleMax - aggregate.steps + 1))
    }
    case 'bottombox': {
      const question = questionOf(source, aggregate.variable.name)
      if (question.type !== 'scale' || question.scaleMin === null) return null
      return hit(source, question, source.compare(question, '<=', question.scaleMin + aggregate.steps - 1))
    }
    case 'share': {
      const question = questionOf(source, aggregate.variable.name)
      return hit(source, question, isOneOfValues(question, aggregate.values, source))
    }
    // What several comments say, counts and what became of messages are nobody's own number.
    default:
      return null
  }
}

function indexOf(questions: readonly Question[]): Fragment | null {
  const scales = questions.flatMap((question) => {
    const { type, scaleMin: min, scaleMax: max } = question
    return type === 'scale' && min !== null && max !== null && max > min
      ? [{ column: questionColumn(question), min, max }]
      : []
  })
  return scales.length < questions.length ? null : respondentIndex(scales)
}

function answerOf(question: Question): Fragment | null {
  return question.type === 'scale' || question.type === 'numeric' ? ident(questionColumn(question)) : null
}

/** 100 for those of whom something is true, 0 for others who answered. */
function hit(source: ColumnSource, question: Question, demand: RowDemand): Fragment {
  return portableSql`case when ${demandToSql(demand)} then 100 when ${demandToSql(source.answered(question))} then 0 end`
}

function compared(source: ColumnSource, question: Question, comparison: '>=' | '<=', value: number): Fragment {
  return demandToSql(source.compare(question, comparison, value))
}
