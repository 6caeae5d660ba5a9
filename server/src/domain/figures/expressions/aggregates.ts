import { facetName } from '@gensvar/contract/comment-questions'
import type { Sentiment } from '@gensvar/contract/entities/text-analytics'
import type { Aggregate } from '@gensvar/contract/expression'
import type { Literal } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { questionColumn } from '../store/answer-columns.ts'
import type { AnswerSource } from '#server/domain/conditions/answer-source.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import type { Atom } from '../rows/atoms.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { figure, rate } from './figure.ts'
import type { AggregateAtoms, Figure } from './figure.ts'
import { handledAlerts } from './handled-alerts.ts'
import { sentMessages } from './sent-messages.ts'
import { weightedMean, weightedScore, weightedShare } from './weighted-figures.ts'
import { meanInterval, netPromoterInterval } from '#server/domain/statistics/intervals.ts'

/** Compiles one aggregate function to atoms. Throws `validation` for a question of the wrong type. */
export function aggregateAtoms(aggregate: Aggregate, source: ColumnSource): AggregateAtoms {
  switch (aggregate.name) {
    case 'mean':
      return mean(numberQuestion(source, aggregate.variable.name, 'mean'), source, 0, 1)
    case 'index': {
      const question = scaleQuestion(source, aggregate.variable.name, 'index')
      return mean(question, source, question.scaleMin, 100 / (question.scaleMax - question.scaleMin))
    }
    case 'csi': {
      const of = aggregate.variables.map((use) => scaleQuestion(source, use.name, 'csi'))
      const scales = of.map((question) => ({
        column: questionColumn(question),
        min: question.scaleMin,
        max: question.scaleMax,
      }))
      const counted: Atom = { kind: 'indexed', of: scales }
      return source.isWeighted
        ? weightedMean({ scales }, counted, 0, 1)
        : meanOf({ kind: 'index', of: scales }, counted, 0, 1)
    }
    case 'nps':
      return netPromoterScore(scaleQuestion(source, aggregate.variable.name, 'nps'), source)
    case 'sentiment':
      return sentiment(aggregate.variable.name, source)
    case 'topbox': {
      const question = scaleQuestion(source, aggregate.variable.name, 'topbox')
      return share(source.compare(question, '>=', question.scaleMax - aggregate.steps + 1), question, source)
    }
    case 'bottombox': {
      const question = scaleQuestion(source, aggregate.variable.name, 'bottombox')
      return share(source.compare(question, '<=', question.scaleMin + aggregate.steps - 1), question, source)
    }
    case 'share': {
      const question = questionOf(source, aggregate.variable.name)
      return share(isOneOfValues(question, aggregate.values, source), question, source)
    }
    case 'median': {
      const question = numberQuestion(source, aggregate.variable.name, 'median')
      const counted = answers(question, source)
      return plain([{ kind: 'median', column: questionColumn(question) }, counted], counted, ([median = 0, n = 0]) =>
        figure(n > 0 ? median : null, n),
      )
    }
    case 'sum': {
      const question = numberQuestion(source, aggregate.variable.name, 'sum')
      return plain([moments(question)], answers(question, source), ([n = 0, sum = 0]) => figure(n > 0 ? sum : null, n))
    }
    case 'count':
      return plain([allRows(source)], allRows(source), ([n = 0]) => figure(n, n))
    case 'alerttime':
    case 'alertshare':
    case 'alertreason':
      return handledAlerts(aggregate, source)
    case 'messages':
    case 'messageshare':
      return sentMessages(aggregate)
    case 'alerts': {
      if (aggregate.state === 'reopened') return handledAlerts(aggregate, source)
      const states = aggregate.state === 'any' ? ['open', 'processing', 'closed'] : [aggregate.state]
      const sums = states.map((state): Atom => ({ kind: 'sum', column: `alerts_${state}` }))
      return plain([allRows(source), ...sums], allRows(source), ([n = 0, ...alerts]) => figure(total(alerts), n))
    }
    case 'samples': {
      const hits = aggregate.state === null ? source.logic.always : source.isInState([aggregate.state])
      const counted: Atom = { kind: 'rows', where: hits }
      return { population: 'all', atoms: [counted], counted, finish: ([n = 0]) => figure(n, n) }
    }
    case 'responserate': {
      const counted: Atom = { kind: 'sum', column: 'asked' }
      return {
        population: 'all',
        atoms: [{ kind: 'rows', where: source.isInState([0]) }, counted],
        counted,
        finish: ([completed = 0, asked = 0]) => rate(completed, asked),
      }
    }
  }
}

function allRows(source: ColumnSource): Atom {
  return { kind: 'rows', where: source.logic.always }
}

function answers(question: Question, source: ColumnSource): Atom {
  return { kind: 'rows', where: source.answered(question) }
}

function moments(question: Question): Atom {
  return { kind: 'moments', column: questionColumn(question) }
}

/** Mean of a question's answers with its t interval, less `origin`, times `factor`. */
function mean(question: Question, source: ColumnSource, origin: number, factor: number): AggregateAtoms {
  const counted = answers(question, source)
  if (source.isWeighted) return weightedMean({ column: questionColumn(question) }, counted, origin, factor)
  return meanOf(moments(question), counted, origin, factor)
}

function meanOf(atom: Atom, counted: Atom, origin: number, factor: number): AggregateAtoms {
  const moved = (value: number): number => (value - origin) * factor
  return {
    population: 'completed',
    atoms: [atom],
    counted,
    finish([n = 0, sum = 0, squares = 0]) {
      const interval = meanInterval(n, sum, squares)
      return {
        value: n > 0 ? moved(sum / n) : null,
        n,
        interval: interval && { low: moved(interval.low), high: moved(interval.high) },
        constant: false,
      }
    },
  }
}

/**
 * Promoters less detractors in percent of the answers. Promoters and detractors by scale: 0-10 and 1-10: 9-10 and up to
 * 6; 1-7: 6-7 and up to 4; 1-5: 5 and up to 3.
 */
function netPromoterScore(question: ScaleQuestion, source: ColumnSource): AggregateAtoms {
  const cut = npsCuts[`${question.scaleMin}-${question.scaleMax}`]
  if (!cut) {
    const scale = `${question.scaleMin}-${question.scaleMax}`
    throw impossible('nps', question, say`has the scale ${scale}; it takes 0-10, 1-10, 1-7 or 1-5`)
  }
  return score(
    source.compare(question, '>=', cut.promoter),
    source.compare(question, '<=', cut.detractor),
    question,
    source,
  )
}

/** Answers for less answers against, in percent of all answers. */
function score(pro: RowDemand, against: RowDemand, question: Question, source: ColumnSource): AggregateAtoms {
  if (source.isWeighted) return weightedScore(pro, against, source.answered(question))
  const counted = answers(question, source)
  const atoms = [...[pro, against].map((where): Atom => ({ kind: 'rows', where })), counted]
  return plain(atoms, counted, ([promoters = 0, detractors = 0, n = 0]) => ({
    value: n > 0 ? (100 * (promoters - detractors)) / n : null,
    n,
    interval: netPromoterInterval(promoters, detractors, n),
    constant: false,
  }))
}

/** Positive less negative comments to a question, in percent of those that say something. */
function sentiment(variable: string, source: ColumnSource): AggregateAtoms {
  const facet = questionOf(source, facetName('sentiment', variable))
  const saying = (said: Sentiment): RowDemand =>
    source.isOneOf(
      facet,
      facet.choices.filter(({ extName }) => extName === said),
    )
  return score(saying('positive'), saying('negative'), facet, source)
}

/** The lowest answer of a promoter and the highest of a detractor, by scale. */
export const npsCuts: Readonly<Record<string, { promoter: number; detractor: number }>> = {
  '0-10': { promoter: 9, detractor: 6 },
  '1-10': { promoter: 9, detractor: 6 },
  '1-7': { promoter: 6, detractor: 4 },
  '1-5': { promoter: 5, detractor: 3 },
}

function share(hit: RowDemand, question: Question, source: ColumnSource): AggregateAtoms {
  const answered = source.answered(question)
  if (source.isWeighted) return weightedShare(hit, answered)
  const counted: Atom = { kind: 'rows', where: answered }
  return plain([{ kind: 'rows', where: hit }, counted], counted, ([hits = 0, n = 0]) => rate(hits, n))
}

/** Whether an answer is one of the values: a choice by its name, a number. Throws `validation` for other questions. */
export function isOneOfValues<Demand>(
  question: Question,
  values: readonly Literal[],
  source: AnswerSource<Demand>,
): Demand {
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
      return source.logic.any(numbers.map((value) => source.compare(question, '=', value)))
    }
    case 'date':
    case 'text':
      throw impossible('share', question, say`is neither a scale nor a choice`)
  }
}

type ScaleQuestion = Question & { scaleMin: number; scaleMax: number }

function scaleQuestion(source: ColumnSource, variable: string, name: string): ScaleQuestion {
  const question = questionOf(source, variable)
  const { scaleMin, scaleMax } = question
  if (question.type !== 'scale' || scaleMin === null || scaleMax === null || scaleMax <= scaleMin)
    throw impossible(name, question, say`is not a scale`)
  return { ...question, scaleMin, scaleMax }
}

function numberQuestion(source: ColumnSource, variable: string, name: string): Question {
  const question = questionOf(source, variable)
  if (question.type !== 'scale' && question.type !== 'numeric') throw impossible(name, question, say`is not a number`)
  return question
}

function impossible(name: string, question: Question, words: Words): AppError {
  const message = say`${name}() cannot be taken of "${question.variable}": it ${words}.`
  return new AppError('validation', message, { [question.variable]: words })
}

function plain(atoms: Atom[], counted: Atom, finish: (numbers: readonly number[]) => Figure): AggregateAtoms {
  return { population: 'completed', atoms, counted, finish }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
