import type { Aggregate } from '@gensvar/contract/expression'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { aggregateAtoms } from '../expressions/aggregates.ts'
import type { Figure, Population } from '../expressions/figure.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import { AtomPlan, numbersAt } from '../expressions/atom-plan.ts'
import type { AtomGroup, Place, Sums } from '../expressions/atom-plan.ts'
import type { Atom } from '../rows/atoms.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import { weightedFunctions } from '../expressions/weighted-figures.ts'
import { compileNode, toValue, withheldValue } from '../expressions/figure-arithmetic.ts'
import type { Finisher, IndicatorValue } from '../expressions/figure-arithmetic.ts'
import { namedError, readIndicator } from '../expressions/indicators.ts'
import type { IndicatorRequest } from '../expressions/indicators.ts'
import { demandLogic } from '../rows/row-demand.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { recordKeyColumn, releasedColumn } from '../store/built-in-columns.ts'
import { figureLaw, shownCount, shownNumber } from './figure-law.ts'
import type { FigureLaw } from './figure-law.ts'
import type { Publication } from './publication.ts'
import type { RowTerms } from './row-terms.ts'
import { OutsideVocabulary, readRule } from './vocabulary.ts'
import { toTenths } from './tenths.ts'
import type { Background, PublishedRequest } from './vocabulary.ts'

/** Indicators compiled: the sums they need, and how to compute their published values from these. */
export interface PublishedIndicators {
  groups: AtomGroup[]
  count: number
  /** The value of the indicator at an index in the request, in one row with its terms. */
  finish(at: number, sums: Sums, terms: RowTerms): IndicatorValue
}

/** What a row's figures are computed from. */
interface From {
  sums: Sums
  terms: RowTerms
}

/**
 * Compiles indicators to sums and publishes their values under the rules: withheld below the minimum number of answers,
 * and with noise where the rules say so. An indicator outside the vocabulary is withheld. Throws as
 * `compileIndicators`.
 */
export function compilePublished(
  requests: readonly IndicatorRequest[],
  source: ColumnSource,
  publication: Publication,
  asked: PublishedRequest,
): PublishedIndicators {
  const plan = new AtomPlan()
  const compiled = requests.map((request) => {
    try {
      return compileOne(request, { source, publication, asked, plan })
    } catch (error) {
      throw namedError(error, request)
    }
  })
  return {
    groups: plan.groups,
    count: compiled.length,
    finish(at, sums, terms) {
      const one = compiled[at]
      if (!one) throw new Error(`There is no indicator ${at}`)
      return one({ sums, terms })
    },
  }
}

interface Compiling {
  source: ColumnSource
  publication: Publication
  asked: PublishedRequest
  plan: AtomPlan
}

type Published = (from: From) => IndicatorValue

function compileOne(request: IndicatorRequest, work: Compiling): Published {
  const { body, rules } = readIndicator(request)
  const { source, publication, asked } = work
  let own: Background[]
  try {
    own = rules.flatMap((rule) => readRule(source.survey, publication.rules, rule))
  } catch (error) {
    if (error instanceof OutsideVocabulary) return () => withheldValue(error.words)
    throw error
  }
  const grouped = asked.by.kind === 'background' ? [asked.by.question] : []
  const backgrounds = [
    ...asked.backgrounds.map(({ question }) => question),
    ...grouped,
    ...own.map((one) => one.question),
  ]
  const where = own.map(({ question, choices }) => source.isOneOf(question, choices))
  const finish = compileNode<From>(body, (aggregate) => compileAggregate(aggregate, { ...work, where, backgrounds }))
  return (from) => toValue(finish(from))
}

interface CompilingOne extends Compiling {
  where: readonly RowDemand[]
  backgrounds: readonly Question[]
}

function compileAggregate(aggregate: Aggregate, work: CompilingOne): Finisher<From> {
  const { rules } = work.publication
  const { backgrounds } = work
  if (backgrounds.length >= rules.minimum.length) return withheld(say`More background questions than can be combined.`)
  if (!rules.isAnonymous && backgrounds.length === 0) return exact(aggregate, work)
  if (work.source.isWeighted && weightedFunctions.has(aggregate.name))
    return withheld(say`Weighted figures of others take no filters and no groups of answers.`)
  switch (aggregate.name) {
    case 'mean':
      return noised(work, figureLaw.mean(questionOf(work.source, aggregate.variable.name), rules.isAnonymous))
    case 'index':
      return noised(work, figureLaw.index(questionOf(work.source, aggregate.variable.name)))
    case 'csi':
      return averaged(
        aggregate.variables.map((use) => noised(work, figureLaw.index(questionOf(work.source, use.name)))),
      )
    case 'nps':
      return noised(work, figureLaw.nps(aggregate, work.source))
    case 'share':
    case 'topbox':
    case 'bottombox':
      return noised(work, figureLaw.share(aggregate, work.source, rules.isAnonymous))
    case 'count':
      return counted(work, 'completed', demandLogic.always)
    case 'samples':
      return counted(
        work,
        'all',
        aggregate.state === null ? demandLogic.always : work.source.isInState([aggregate.state]),
      )
    case 'responserate':
      return noised(work, figureLaw.responseRate(aggregate, work.source))
    case 'median':
    case 'sentiment':
    case 'sum':
    case 'alerts':
    case 'alerttime':
    case 'alertshare':
    case 'alertreason':
    case 'messages':
    case 'messageshare':
      return withheld(say`This kind of figure is not shown here.`)
  }
}

/**
 * A comparison without backgrounds in a named survey: exact, but withheld below the minimum number of answers. Weights tell
 * backgrounds, so weighted ones take as many answers as those with a background and are rounded.
 */
function exact(aggregate: Aggregate, { source, plan, where, publication }: CompilingOne): Finisher<From> {
  const { population, atoms, counted: behind, finish } = aggregateAtoms(aggregate, source)
  const read = numbersAt(atoms.map((atom) => plan.place(population, where, atom)))
  const readBehind = numbersAt([plan.place(population, where, behind)])
  const { minimum } = publication.rules
  const least = minimum[source.isWeighted && weightedFunctions.has(aggregate.name) ? 1 : 0] ?? Infinity
  return ({ sums }) => {
    const [n = 0] = readBehind(sums)
    return n < least ? withheldFigure(few(least)) : rounded(finish(read(sums)))
  }
}

/** A weighted figure as others may see it: exactly, it could tell which backgrounds the answers behind it have. */
function rounded(figure: Figure): Figure {
  const { value, n, interval, weighted } = figure
  if (!weighted) return figure
  return {
    ...figure,
    value: value === null ? null : toTenths(value),
    interval: interval && { low: toTenths(interval.low), high: toTenths(interval.high) },
    weighted: { effectiveN: Math.min(n, shownCount(weighted.effectiveN)), sum: n },
  }
}

/** A figure with noise determined by its records. */
function noised(work: CompilingOne, law: FigureLaw | Words): Finisher<From> {
  if (!('name' in law)) return withheld(law)
  const { source, plan, publication, backgrounds } = work
  const { rules, noise } = publication
  const spread = law.spread(publication.spreads)
  const least = Math.max(rules.minimum[backgrounds.length] ?? Infinity, law.least)
  const where = countedRows(work, law.population)
  const place = (atom: Atom): Place => plan.place(law.population, where, atom)
  const own = numbersAt(law.atoms.map(place))
  const answered: Atom = { kind: 'rows', where: law.answered(source) }
  const sets = numbersAt(
    [
      { kind: 'rows', where: demandLogic.always } as const,
      { kind: 'sum', column: recordKeyColumn } as const,
      answered,
      { kind: 'sumWhere', column: recordKeyColumn, where: answered.where } as const,
    ].map(place),
  )
  const variables = backgrounds.map(({ variable }) => variable)
  const setName = law.kind === 'share' ? `set of ${law.name}` : 'set'
  return ({ sums, terms }) => {
    const refusal = terms.refusal(law, variables)
    if (refusal) return withheldFigure(refusal)
    const [all = 0, allKeys = 0, n = 0, keys = 0] = sets(sums)
    if (n < least || spread === null) return withheldFigure(few(least))
    const z = noise.of(law.name, { count: all, keys: allKeys }, { count: n, keys }, setName)
    return shownNumber(law, { value: law.value(own(sums)), n, spread, z })
  }
}

/** The mean of published figures and of their intervals; withheld where one of them is. */
function averaged(parts: readonly Finisher<From>[]): Finisher<From> {
  return (from) => {
    const figures = parts.map((part) => part(from))
    const hidden = figures.find((figure) => figure.withheld)
    if (hidden) return hidden
    const mean = (of: (figure: Figure) => number): number =>
      figures.reduce((sum, figure) => sum + of(figure), 0) / figures.length
    return {
      value: mean(({ value }) => value ?? 0),
      n: Math.min(...figures.map(({ n }) => n)),
      interval: {
        low: mean((figure) => figure.interval?.low ?? 0),
        high: mean((figure) => figure.interval?.high ?? 0),
      },
      constant: false,
    }
  }
}

/** A number of interviews or samples, to the nearest five. */
function counted(work: CompilingOne, population: Population, of: RowDemand): Finisher<From> {
  const { plan, publication, backgrounds } = work
  const least = publication.rules.minimum[backgrounds.length] ?? Infinity
  const read = numbersAt([plan.place(population, countedRows(work, population), { kind: 'rows', where: of })])
  const variables = backgrounds.map(({ variable }) => variable)
  return ({ sums, terms }) => {
    const refusal = terms.refusal(null, variables)
    if (refusal) return withheldFigure(refusal)
    const [n = 0] = read(sums)
    if (n < least) return withheldFigure(few(least))
    const shown = shownCount(n)
    return { value: shown, n: shown, interval: null, constant: false }
  }
}

/** The rows of a population to count: in an anonymous survey, interviews only once they are released. */
function countedRows({ source, where, publication }: CompilingOne, population: Population): RowDemand[] {
  if (!publication.rules.isAnonymous) return [...where]
  const released: RowDemand = { kind: 'in', column: releasedColumn, values: [1] }
  if (population === 'completed') return [...where, released]
  return [...where, demandLogic.any([released, demandLogic.not(source.isInState([0]))])]
}

function withheld(why: Words): Finisher<From> {
  return () => withheldFigure(why)
}

function withheldFigure(why: Words): Figure {
  return { value: null, n: 0, interval: null, constant: false, withheld: why }
}

function few(least: number): Words {
  return say`Fewer than ${least} answers.`
}
