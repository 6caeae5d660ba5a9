import type { Aggregate } from '@gensvar/contract/expression'
import { printLiteral, printVariable } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { aggregateAtoms } from '../expressions/aggregates.ts'
import type { Figure, Population } from '../expressions/figure.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import type { Atom } from '../rows/atoms.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { noiseLevel } from './keyed-noise.ts'

/** Standard deviation assumed for the noise of a net promoter score and of a share, in points. */
const spreadOf = { nps: 75, share: 45 } as const
/** Least answers behind a share where a question has several: together they show its whole distribution. */
const leastOfShares = 30
/** Numbers of answers are rounded to multiples of this. */
export const countStep = 5
const normal95 = 1.96

/** How one kind of figure of one question is published. */
export interface FigureLaw {
  /** Key of the figure's noise. */
  name: string
  /** The question's variable; null for a figure that is not about one question. */
  variable: string | null
  kind: 'mean' | 'nps' | 'share' | 'rate'
  population: Population
  atoms: readonly Atom[]
  value(numbers: readonly number[]): number
  answered(source: ColumnSource): RowDemand
  spread(spreads: Readonly<Record<string, number>>): number | null
  low: number
  high: number
  /** Decimals of the shown value, before `factor`. */
  decimals: number
  /** The rounded value, less `origin`, is multiplied by `factor`. */
  origin: number
  factor: number
  /** Least answers, if the rules allow fewer. */
  least: number
}

/** Laws by kind of figure; words (the reason) where this figure of the question is never published. */
export const figureLaw = {
  /** Mean of a scale, or in a named survey of a number: without bounds, one answer can dominate a mean. */
  mean(question: Question, isAnonymous: boolean): FigureLaw | Words {
    const { type, variable } = question
    if (type !== 'scale' && (type !== 'numeric' || isAnonymous)) return say`This kind of figure is not shown here.`
    return {
      ...common,
      name: `mean(${nameOf(variable)})`,
      variable,
      kind: 'mean',
      atoms: [{ kind: 'moments', column: questionColumn(question) }],
      value: ([n = 0, sum = 0]) => sum / n,
      answered: (source) => source.answered(question),
      spread: (spreads) => spreads[variable] ?? null,
      low: question.scaleMin ?? Number.NEGATIVE_INFINITY,
      high: question.scaleMax ?? Number.POSITIVE_INFINITY,
      // On a scale from 0 to 1 one decimal is too coarse.
      decimals: isYesNo(question) ? 2 : 1,
    }
  },

  /** Mean of a scale as 0-100: the shown mean, moved, so that both have the same noise. */
  index(question: Question): FigureLaw | Words {
    const mean = this.mean(question, true)
    return 'name' in mean ? { ...mean, origin: mean.low, factor: 100 / (mean.high - mean.low) } : mean
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

  /** Share of some answers in percent. For a yes/no question, the share of yes is published as its mean. */
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

  /** Share of those asked who answered, in percent. */
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

const common = { population: 'completed', decimals: 0, origin: 0, factor: 1, least: 0 } as const

/**
 * A value as it is shown: with noise, rounded, limited to its scale, n to the nearest five, and the interval computed
 * from the shown n. `z` is noise of standard deviation 1, `spread` the answers' standard deviation.
 */
export function shownNumber(
  { low, high, decimals, origin, factor }: Pick<FigureLaw, 'low' | 'high' | 'decimals' | 'origin' | 'factor'>,
  { value, n, spread, z }: { value: number; n: number; spread: number; z: number },
): Figure {
  const within = (number: number): number => Math.min(high, Math.max(low, number))
  const scale = 10 ** decimals
  const shown = within(Math.round((value + spread * noiseLevel(n) * z) * scale) / scale)
  const count = shownCount(n)
  const half = normal95 * spread * Math.sqrt(1 / count + noiseLevel(count) ** 2)
  const moved = (number: number): number => (number - origin) * factor
  return {
    value: moved(shown),
    n: count,
    interval: { low: moved(within(shown - half)), high: moved(within(shown + half)) },
    constant: false,
    isNoisy: true,
  }
}

/** A number of answers as it is shown: rounded to five, at least five. */
export function shownCount(n: number): number {
  return Math.max(countStep, Math.round(n / countStep) * countStep)
}

function isYesNo({ type, scaleMin, scaleMax }: Question): boolean {
  return type === 'scale' && scaleMin === 0 && scaleMax === 1
}

function nameOf(variable: string): string {
  return printVariable({ name: variable, position: 0 })
}
