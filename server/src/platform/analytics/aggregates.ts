import type { Aggregate } from '@gensvar/contract/expression'
import type { Literal } from '@gensvar/contract/row-rule'
import { AppError } from '../errors.ts'
import { and, ident, integer, join, or, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import type { Question } from '../survey-model.ts'
import { plainAtom } from './column-source.ts'
import type { Atom, ColumnSource } from './column-source.ts'
import { questionOf } from './conditions-sql.ts'
import { meanInterval, netPromoterInterval, shareInterval } from './statistics.ts'
import type { Interval } from './statistics.ts'
import { questionColumn } from './answer-columns.ts'

/** Rows a figure is taken over: completed interviews, or samples in every state. */
export type Population = 'completed' | 'all'

/**
 * A value on its way to an indicator; `constant` marks a plain number of the expression, `counts` holds the n of every
 * aggregate that went into it.
 */
export interface Figure {
  value: number | null
  n: number
  counts: readonly number[]
  interval: Interval | null
  constant: boolean
}

/**
 * An aggregate as sums over rows, and the figure they make of their numbers: one per atom, three of a packed one. A sum
 * over no rows counts as 0.
 */
export interface AggregateAtoms {
  population: Population
  atoms: Atom[]
  finish(sums: readonly number[]): Figure
}

/** Turns one aggregate function into sums. Throws `validation` for a question it makes no sense for. */
export function aggregateAtoms(aggregate: Aggregate, source: ColumnSource): AggregateAtoms {
  switch (aggregate.name) {
    case 'mean':
      return mean(source.moments(numberQuestion(source, aggregate.variable.name, 'mean')), 0, 1)
    case 'index': {
      const question = scaleQuestion(source, aggregate.variable.name, 'index')
      return mean(source.moments(question), question.scaleMin, 100 / (question.scaleMax - question.scaleMin))
    }
    case 'csi': {
      const values = respondentIndex(aggregate.variables.map((use) => scaleQuestion(source, use.name, 'csi')))
      return mean([count(values), sql`sum(${values})`, sql`sum(${values} * ${values})`].map(plainAtom), 0, 1)
    }
    case 'nps':
      return netPromoterScore(scaleQuestion(source, aggregate.variable.name, 'nps'))
    case 'topbox': {
      const question = scaleQuestion(source, aggregate.variable.name, 'topbox')
      const from = question.scaleMax - aggregate.steps + 1
      return share(sql`${column(question)} >= ${number(from)}`, sql`${column(question)} is not null`)
    }
    case 'bottombox': {
      const question = scaleQuestion(source, aggregate.variable.name, 'bottombox')
      const to = question.scaleMin + aggregate.steps - 1
      return share(sql`${column(question)} <= ${number(to)}`, sql`${column(question)} is not null`)
    }
    case 'share': {
      const question = questionOf(source, aggregate.variable.name)
      return share(isOneOfValues(question, aggregate.values, source), source.answered(question))
    }
    case 'median': {
      const values = column(numberQuestion(source, aggregate.variable.name, 'median'))
      return plain([sql`median(${values})`, count(values)], ([median = 0, n = 0]) => figure(n > 0 ? median : null, n))
    }
    case 'sum': {
      const of = source.moments(numberQuestion(source, aggregate.variable.name, 'sum'))
      return { population: 'completed', atoms: of, finish: ([n = 0, sum = 0]) => figure(n > 0 ? sum : null, n) }
    }
    case 'count':
      return plain([sql`count(*)`], ([n = 0]) => figure(n, n))
    case 'alerts': {
      const states = aggregate.state === 'any' ? ['open', 'processing', 'closed'] : [aggregate.state]
      const sums = states.map((state) => sql`sum(${ident(`alerts_${state}`)})`)
      return plain([sql`count(*)`, ...sums], ([n = 0, ...alerts]) => figure(total(alerts), n))
    }
    case 'samples': {
      const hits = aggregate.state === null ? sql`count(*)` : countIf(sql`state = ${integer(aggregate.state)}`)
      return { population: 'all', atoms: [plainAtom(hits)], finish: ([n = 0]) => figure(n, n) }
    }
    case 'responserate':
      return {
        population: 'all',
        atoms: [countIf(sql`state = 0`), sql`sum(asked)`].map(plainAtom),
        finish: ([completed = 0, asked = 0]) => rate(completed, asked),
      }
  }
}

/** t interval of a mean, moved so that `origin` becomes 0 and stretched by `factor`. */
function mean(moments: Atom[], origin: number, factor: number): AggregateAtoms {
  const moved = (value: number): number => (value - origin) * factor
  return {
    population: 'completed',
    atoms: moments,
    finish([n = 0, sum = 0, squares = 0]) {
      const interval = meanInterval(n, sum, squares)
      return {
        ...figure(n > 0 ? moved(sum / n) : null, n),
        interval: interval && { low: moved(interval.low), high: moved(interval.high) },
      }
    },
  }
}

/**
 * One respondent's index: the mean of the answered questions, each from 0 to 100 between the ends of its scale; null
 * when fewer than two thirds are answered (two of three).
 */
function respondentIndex(questions: readonly ScaleQuestion[]): Fragment {
  const indices = questions.map((question) => {
    const width = question.scaleMax - question.scaleMin
    return sql`(${column(question)} - ${number(question.scaleMin)}) * 100.0 / ${number(width)}`
  })
  const [only] = indices
  if (only && indices.length === 1) return sql`(${only})`
  const least = Math.ceil((questions.length * 2) / 3)
  const sum = join(
    indices.map((index) => sql`coalesce(${index}, 0)`),
    ' + ',
  )
  const answers = join(
    questions.map((question) => sql`(case when ${column(question)} is null then 0 else 1 end)`),
    ' + ',
  )
  // Most respondents answer everything; only for the others is it worked out who answered what.
  const whole = sql`(${join(indices, ' + ')}) / ${integer(questions.length)}`
  return sql`coalesce(${whole}, case when ${answers} >= ${integer(least)} then (${sum}) / (${answers}) end)`
}

/**
 * Promoters less detractors in percent of the answers. Promoters and detractors by scale: 0-10 and 1-10: 9-10 and up to
 * 6; 1-7: 6-7 and up to 4; 1-5: 5 and up to 3.
 */
function netPromoterScore(question: ScaleQuestion): AggregateAtoms {
  const cut = npsCuts[`${question.scaleMin}-${question.scaleMax}`]
  if (!cut) {
    const scale = `${question.scaleMin}-${question.scaleMax}`
    throw impossible('nps', question, `has the scale ${scale}; it takes 0-10, 1-10, 1-7 or 1-5`)
  }
  const values = column(question)
  const atoms = [
    countIf(sql`${values} >= ${integer(cut.promoter)}`),
    countIf(sql`${values} <= ${integer(cut.detractor)}`),
    count(values),
  ]
  return plain(atoms, ([promoters = 0, detractors = 0, n = 0]) => ({
    ...figure(n > 0 ? (100 * (promoters - detractors)) / n : null, n),
    interval: netPromoterInterval(promoters, detractors, n),
  }))
}

const npsCuts: Readonly<Record<string, { promoter: number; detractor: number }>> = {
  '0-10': { promoter: 9, detractor: 6 },
  '1-10': { promoter: 9, detractor: 6 },
  '1-7': { promoter: 6, detractor: 4 },
  '1-5': { promoter: 5, detractor: 3 },
}

function share(hit: Fragment, answered: Fragment): AggregateAtoms {
  return plain([countIf(hit), countIf(answered)], ([hits = 0, n = 0]) => rate(hits, n))
}

function rate(hits: number, n: number): Figure {
  const interval = shareInterval(hits, n)
  return {
    ...figure(n > 0 ? (100 * hits) / n : null, n),
    interval: interval && { low: 100 * interval.low, high: 100 * interval.high },
  }
}

function isOneOfValues(question: Question, values: readonly Literal[], source: ColumnSource): Fragment {
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const names = new Set(values.map((value) => value.text))
      return source.isOneOf(
        question,
        question.choices.filter((choice) => names.has(choice.extName)),
      )
    }
    case 'scale':
    case 'numeric': {
      const numbers = values.map((value) => Number(value.text)).filter((value) => Number.isFinite(value))
      return or(numbers.map((value) => source.compare(question, '=', value)))
    }
    case 'date':
    case 'text':
      throw impossible('share', question, 'is neither a scale nor a choice')
  }
}

type ScaleQuestion = Question & { scaleMin: number; scaleMax: number }

function scaleQuestion(source: ColumnSource, variable: string, name: string): ScaleQuestion {
  const question = questionOf(source, variable)
  const { scaleMin, scaleMax } = question
  if (question.type !== 'scale' || scaleMin === null || scaleMax === null || scaleMax <= scaleMin)
    throw impossible(name, question, 'is not a scale')
  return { ...question, scaleMin, scaleMax }
}

function numberQuestion(source: ColumnSource, variable: string, name: string): Question {
  const question = questionOf(source, variable)
  if (question.type !== 'scale' && question.type !== 'numeric') throw impossible(name, question, 'is not a number')
  return question
}

function impossible(name: string, question: Question, words: string): AppError {
  const message = `${name}() cannot be taken of "${question.variable}": it ${words}.`
  return new AppError('validation', message, { [question.variable]: words })
}

function plain(atoms: Fragment[], finish: (sums: readonly number[]) => Figure): AggregateAtoms {
  return { population: 'completed', atoms: atoms.map(plainAtom), finish }
}

function figure(value: number | null, n: number): Figure {
  return { value, n, counts: [n], interval: null, constant: false }
}

function column(question: Question): Fragment {
  return ident(questionColumn(question))
}

function count(values: Fragment): Fragment {
  return sql`count(${values})`
}

function countIf(condition: Fragment): Fragment {
  return sql`count(case when ${and([condition])} then 1 end)`
}

/** A number of the metadata in the text: whole where it can be. */
function number(value: number): Fragment {
  return Number.isSafeInteger(value) ? integer(value) : sql`${value}`
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
