import type { Aggregate } from '@gensvar/contract/expression'
import { printLiteral, printVariable } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { aggregateAtoms } from '../expressions/aggregates.ts'
import type { Figure, Population } from '../expressions/aggregates.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import type { Atom } from '../rows/atoms.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { noiseLevel } from './keyed-noise.ts'

/** Standard deviation that noise of a net promoter score and of a share is measured by, in points. */
const spreadOf = { nps: 75, share: 45 } as const
/** Least answers behind a share that is not the question's only figure: shares of one question are a distribution. */
const leastOfShares = 30
/** Shown numbers of answers are multiples of this. */
const countStep = 5
const normal95 = 1.96

/** How one kind of figure of one question is published. */
export interface FigureLaw {
  /** Names the figure for its noise. */
  name: string
  /** The question's one figure where filters are set; null for a figure of no question. */
  variable: string | null
  kind: 'mean' | 'nps' | 'share' | 'rate'
  population: Population
  atoms: readonly Atom[]
  value(numbers: readonly number[]): number
  answered(source: ColumnSource): RowDemand
  spread(spreads: Readonly<Record<string, number>>): number | null
  low: number
  high: number
  /** Decimals it is shown with. */
  decimals: number
  /** What the shown value is multiplied with at the end. */
  factor: number
  /** Least answers, whatever the rules say. */
  least: number
}

/** Laws by kind of figure; words where a figure of the question is not shown. */
export const figureLaw = {
  /** Mean of a scale, or of a number; one answer to a number without ends can weigh most, so not in an anonymous survey. */
  mean(question: Question, isAnonymous: boolean): FigureLaw | Words {
    const { type, variable } = question
    if (type !== 'scale' && (type !== 'numeric' || isAnonymous)) return say`This kind of figure is not shown here.`
    return {
      ...common,
      name: `mean(${nameOf(variable)})`,
      variable,
      kind: 'mean',
      atoms: [{ kind: 'moments', column: questionColumn(question), packed: null }],
      value: ([n = 0, sum = 0]) => sum / n,
      answered: (source) => source.answered(question),
      spread: (spreads) => spreads[variable] ?? null,
      low: question.scaleMin ?? Number.NEGATIVE_INFINITY,
      high: question.scaleMax ?? Number.POSITIVE_INFINITY,
      // The steps of a yes or no are far apart.
      decimals: isYesNo(question) ? 2 : 1,
    }
  },

  /** Net promoter score. */
  nps(
    aggregate: Extract<Aggregate, { name: 'mean' | 'index' | 'nps' | 'median' | 'sum' }>,
    source: ColumnSource,
  ): FigureLaw {
    const question = questionOf(source, aggregate.variable.name)
    const { atoms, finish } = aggregateAtoms(aggregate, source)
    return {
      ...common,
      name: `nps(${nameOf(question.variable)})`,
      variable: question.variable,
      kind: 'nps',
      atoms,
      value: (numbers) => finish(numbers).value ?? 0,
      answered: (from) => from.answered(question),
      spread: () => spreadOf.nps,
      low: -100,
      high: 100,
    }
  },

  /** Share of some answers in percent. The share of yes is the mean of a yes or no. */
  share(
    aggregate: Extract<Aggregate, { name: 'share' | 'topbox' | 'bottombox' }>,
    source: ColumnSource,
    isAnonymous: boolean,
  ): FigureLaw | Words {
    const question = questionOf(source, aggregate.variable.name)
    if (
      aggregate.name === 'share' &&
      isYesNo(question) &&
      aggregate.values.length === 1 &&
      aggregate.values[0]?.text === '1'
    ) {
      const mean = this.mean(question, isAnonymous)
      return 'name' in mean ? { ...mean, factor: 100 } : mean
    }
    const { atoms, finish } = aggregateAtoms(aggregate, source)
    const of = 'steps' in aggregate ? String(aggregate.steps) : aggregate.values.map(printLiteral).join(',')
    return {
      ...common,
      name: `${aggregate.name}(${nameOf(question.variable)},${of})`,
      variable: question.variable,
      kind: 'share',
      atoms,
      value: (numbers) => finish(numbers).value ?? 0,
      answered: (from) => from.answered(question),
      spread: () => spreadOf.share,
      low: 0,
      high: 100,
      least: leastOfShares,
    }
  },

  /** Share of those asked who answered. */
  responseRate(aggregate: Extract<Aggregate, { name: 'count' | 'responserate' }>, source: ColumnSource): FigureLaw {
    const { atoms, finish } = aggregateAtoms(aggregate, source)
    return {
      ...common,
      name: 'responserate()',
      variable: null,
      kind: 'rate',
      population: 'all',
      atoms,
      value: (numbers) => finish(numbers).value ?? 0,
      answered: () => ({ kind: 'in', column: 'asked', values: [1] }),
      spread: () => spreadOf.share,
      low: 0,
      high: 100,
    }
  },
}

const common = { population: 'completed', decimals: 0, factor: 1, least: 0 } as const

/**
 * A value as it is shown: with noise `z` of standard deviation 1, rounded, within its scale; n to the nearest five; the
 * interval worked out from the shown n. `spread` is the answers' standard deviation.
 */
export function shownNumber(
  { low, high, decimals, factor }: Pick<FigureLaw, 'low' | 'high' | 'decimals' | 'factor'>,
  { value, n, spread, z }: { value: number; n: number; spread: number; z: number },
): Figure {
  const within = (number: number): number => Math.min(high, Math.max(low, number))
  const scale = 10 ** decimals
  const shown = within(Math.round((value + spread * noiseLevel(n) * z) * scale) / scale)
  const count = shownCount(n)
  const half = normal95 * spread * Math.sqrt(1 / count + noiseLevel(count) ** 2)
  return {
    value: shown * factor,
    n: count,
    interval: { low: within(shown - half) * factor, high: within(shown + half) * factor },
    constant: false,
  }
}

/** A number of answers as it is shown: to the nearest five, and never none. */
export function shownCount(n: number): number {
  return Math.max(countStep, Math.round(n / countStep) * countStep)
}

function isYesNo({ type, scaleMin, scaleMax }: Question): boolean {
  return type === 'scale' && scaleMin === 0 && scaleMax === 1
}

function nameOf(variable: string): string {
  return printVariable({ name: variable, position: 0 })
}
