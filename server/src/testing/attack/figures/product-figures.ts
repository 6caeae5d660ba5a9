import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { Condition } from '@gensvar/contract/conditions'
import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodSpan, periodStart } from '@gensvar/contract/periods'
import { ColumnSource } from '#server/domain/figures/rows/column-source.ts'
import type { AggregateResult } from '#server/domain/figures/expressions/compute-figures.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import type { FigureStore } from '#server/domain/figures/rows/sums.ts'
import { SurveyTables } from '#server/domain/figures/store/tables.ts'
import { KeyedNoise } from '#server/domain/figures/publishing/keyed-noise.ts'
import { publishFigures } from '#server/domain/figures/publishing/published-figures.ts'
import { freezeScores } from '#server/domain/figures/publishing/frozen-scores.ts'
import { anonymousRules, configuredScores } from '#server/domain/figures/publishing/publishing-rules.ts'
import type { Publication } from '#server/domain/figures/publishing/publication.ts'
import { OutsideVocabulary, readPublished } from '#server/domain/figures/publishing/vocabulary.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { heldStore } from '../../held-store.ts'
import { afterTheEnd, countArrivals } from './arrivals.ts'
import type { Declared } from './attack.ts'
import { publishedCounting, secretOf, spreadsOf, variableOf } from './reference-oracle.ts'
import type { AskedPeriod } from './asked.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

/** Calendar year of the first quarter of a random survey. */
const firstYear = 2021
const view = { id: 1, extName: 'units', title: {}, levels: ['unit'] }

/** A request of the product: conditions, grouping, and expressions of indicators. */
export interface ProductRequest {
  conditions: readonly Condition[]
  by?: GroupBy
  expressions: readonly string[]
  total?: boolean
}

/** A random survey in the product itself, after `at` responses of the running quarter have come in. */
export class ProductFigures {
  private readonly source: ColumnSource
  private readonly publication: Publication
  private readonly store: FigureStore
  private readonly model: SurveyModel

  constructor(survey: RandomSurvey, declared: Declared, at: number) {
    const model = (this.model = modelOf(survey, declared))
    const tree = new UnitTree(Array.from({ length: survey.units }, (_, unit) => unitOf(unit)))
    this.source = new ColumnSource(model, tree, new Date(0))
    const running = quarterIndex(survey, survey.quarters - 1)
    const today = periodStart('quarter', at === afterTheEnd ? running + 1 : running)
    const scores = freezeScores(new Map(), configuredScores(model), '')
    const frozen = { period: 'quarter' as const, minimum: [10, 25, 50], filters: {}, scores }
    const spreads = spreadsOf(survey).flatMap((spread, question) =>
      spread === null ? [] : [[variableOf(question), spread] as const],
    )
    this.publication = {
      rules: anonymousRules(model, frozen, today),
      noise: new KeyedNoise(secretOf(survey)),
      spreads: Object.fromEntries(spreads),
      key: '',
    }
    this.store = storeOf(survey, new SurveyTables(model, tree), at)
  }

  /** The answer; null for a rejected request. */
  async ask({ conditions, by = 'none', expressions, total = false }: ProductRequest): Promise<AggregateResult | null> {
    const { source, publication, store, model } = this
    try {
      const asked = readPublished(model, publication.rules, { conditions, by })
      const indicators = expressions.map((expression) => ({ key: expression, expression }))
      const { signal } = new AbortController()
      return await publishFigures({ store, source, publication, fixed: [], asked, indicators, total, signal })
    } catch (error) {
      if (error instanceof OutsideVocabulary) return null
      throw error
    }
  }
}

/** The condition that a figure is of a place. */
export function placeCondition(place: number): Condition {
  return { kind: 'unit', view: view.extName, depth: 1, path: [unitName(place)] }
}

/** The condition that an answer is of a period; none for all time. */
export function periodConditions(survey: RandomSurvey, { kind, index, to = index }: AskedPeriod): Condition[] {
  if (kind === 'all') return []
  const first =
    kind === 'year'
      ? firstYear
      : kind === 'quarter'
        ? quarterIndex(survey, 0)
        : periodIndex('month', toDayNumber(periodStart('quarter', quarterIndex(survey, 0))))
  const [{ from }, { to: end }] = [periodSpan(kind, first + index), periodSpan(kind, first + to)]
  return [{ kind: 'dates', variable: 'date', from, to: end }]
}

/** The condition that a background question has one of some values. */
export function backgroundCondition(question: number, values: readonly number[]): Condition {
  const include = values.map(valueName)
  const variable = backgroundName(question)
  return { kind: 'choice', variable, include, exclude: [], contains: [], excludeContains: [] }
}

/** Variable of a background question. */
export function backgroundName(question: number): string {
  return `b${question}`
}

/** Ext name of a value of a background question. */
export function valueName(value: number): string {
  return `v${value}`
}

/** Ext name of a unit. */
export function unitName(unit: number): string {
  return `unit${unit}`
}

/** The survey's quarters in the product's numbering. */
export function quarterIndex({ yearOffset }: Pick<RandomSurvey, 'yearOffset'>, quarter: number): number {
  return periodIndex('quarter', toDayNumber(`${firstYear}-01-01`)) + yearOffset + quarter
}

/** A day of the respondent's month, ISO. */
export function dayOf(survey: RandomSurvey, { id, month }: Respondent): string {
  const [first = ''] = periodConditions(survey, { kind: 'month', index: month }).map((one) =>
    one.kind === 'dates' ? (one.from ?? '') : '',
  )
  return `${first.slice(0, 8)}${String(1 + (id % 28)).padStart(2, '0')}`
}

/** The respondent's answers by variable, as the product stores them; `unit` is the unit that counts the response. */
export function answersOf({ answers, backgrounds }: Respondent, unit: number): Record<string, number | string> {
  const rated = answers.flatMap((answer, question) =>
    answer === null ? [] : [[variableOf(question), answer] as const],
  )
  const chosen = backgrounds.map((value, question) => [backgroundName(question), valueName(value)] as const)
  return { unit: unitName(unit), ...Object.fromEntries(rated), ...Object.fromEntries(chosen) }
}

/** The configuration of a random survey. */
export function configOf({ questions }: RandomSurvey, { filters }: Declared) {
  const scored = questions.flatMap(({ kind }, question) => (kind === 'nps' ? [variableOf(question)] : []))
  return {
    anonymity: {
      period: 'quarter',
      closing: 0,
      filters: Array.from({ length: filters }, (_, at) => backgroundName(at)),
    },
    indicators: Object.fromEntries(scored.map((name) => [`nps_${name}`, { title: name, expression: `nps(${name})` }])),
  }
}

function modelOf(survey: RandomSurvey, declared: Declared): SurveyModel {
  const config = surveyConfig.parse(configOf(survey, declared))
  const units = Array.from({ length: survey.units }, (_, unit) => unitName(unit))
  const questions = [
    ...survey.questions.map(({ min, max }, at) => questionOf(1 + at, variableOf(at), { min, max })),
    ...survey.backgrounds.map((count, at) =>
      questionOf(
        11 + at,
        backgroundName(at),
        Array.from({ length: count }, (_, value) => valueName(value)),
      ),
    ),
    questionOf(10, 'unit', units),
  ]
  return {
    id: 1,
    version: 1,
    questions: new Map(questions.map((question) => [question.variable, question])),
    views: [view],
    universeId: 1,
    universeName: 'universe',
    extName: 'survey',
    title: {},
    timeZone: 'Europe/Stockholm',
    disabled: false,
    samplesOpen: false,
    organisationName: '',
    authorId: null,
    config,
    hooks: [],
    anonymity: config.anonymity === 'off' ? null : config.anonymity,
  }
}

function questionOf(id: number, variable: string, kind: { min: number; max: number } | readonly string[]): Question {
  const scale = 'min' in kind ? kind : null
  const choices = 'min' in kind ? [] : kind.map((extName, at) => ({ extName, code: at + 1, title: {} }))
  return {
    id,
    variable,
    type: scale ? 'scale' : 'single',
    title: {},
    wording: {},
    choices,
    choiceByName: new Map(choices.map((choice) => [choice.extName, choice])),
    choiceByCode: new Map(choices.map((choice) => [choice.code, choice])),
    scaleMin: scale?.min ?? null,
    scaleMax: scale?.max ?? null,
    language: null,
    filterable: true,
    anonymizable: false,
    group: null,
    features: {},
    format: {},
  }
}

function unitOf(unit: number) {
  const dates = { validFrom: null, validTo: null, succeedsId: null }
  const extName = unitName(unit)
  return {
    id: 1 + unit,
    viewId: view.id,
    depth: 1,
    parentId: null,
    extName,
    titles: {},
    aliases: [],
    ownerUserId: null,
    ...dates,
  }
}

/** The survey's rows as columns in memory. */
function storeOf(survey: RandomSurvey, tables: SurveyTables, at: number): FigureStore {
  const counted = new Map(countArrivals(survey, publishedCounting.batch).map((one) => [one.id, one]))
  const rows = survey.respondents
    .filter(({ arrival }) => arrival < at)
    .map((respondent) => {
      const { unit, from } = counted.get(respondent.id) ?? { unit: respondent.unit, from: 0 }
      return {
        id: 1 + respondent.id,
        state: 0,
        eventDate: dayOf(survey, respondent),
        answers: answersOf(respondent, unit),
        unitIds: [1 + unit],
        language: null,
        alerts: { open: 0, processing: 0, closed: 0 },
        recipients: [],
        recordKey: respondent.recordKey,
        released: from <= at,
      }
    })
  return heldStore(tables, rows)
}
