import type { GroupConfig } from '@gensvar/contract/configuration/groups'
import type { FigureDetails, SummaryGroup, SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { hasDistribution } from '#server/domain/distributions/distributed-questions.ts'
import { differenceOf, figuresOf, requestedSpan } from '#server/domain/indicators/figures.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { Figure } from '#server/domain/indicators/figures.ts'
import { shownChange } from '#server/domain/indicators/figure-text.ts'
import { casesOf } from '#server/domain/indicators/indicator-variable.ts'
import { definitionOf } from '#server/domain/indicators/definition.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import { weightOf } from '#server/domain/indicators/evidence.ts'
import { goalAt, goalStatus } from '#server/domain/indicators/goal.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import type { DaySpan } from '#server/domain/indicators/period.ts'
import { comparedSpanOf, driversSpanOf } from '#server/domain/indicators/trend-span.ts'
import { businessDrivers } from '#server/widgets/shared/drivers.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Figures of the results block: every group with its questions, now and in the comparison period. */
export const resultsBlock: WidgetServer<'results-block'> = {
  async data(request) {
    const { model } = request.access
    const { groups } = model.config
    const span = requestedSpan(request)
    const compared = await comparedSpanOf(request, request.config.trend)
    const forDrivers = request.config.trend === 'year' ? compared : await driversSpanOf(request, compared)
    const named = groups.flatMap((group) => [...group.questions, ...(group.indicator ? [group.indicator] : [])])
    const names = [...new Set(named)].filter((name) => isIndicator(model, name))
    const indicators = names.map((name) => ({ ...indicatorOf(model, name), base: 'trend' as const }))
    const groupsBeside = async (span: DaySpan | null) => {
      const figures = await figuresOf(request, indicators, span)
      const rows = new Map(figures.map((figure) => [figure.indicator.name, rowOf(request, figure)]))
      return groups.map((group) => ({ group, row: groupOf(model, group, rows) }))
    }
    const all = await groupsBeside(compared)
    const isOwn = JSON.stringify(forDrivers) !== JSON.stringify(compared)
    const drivers = isOwn ? await groupsBeside(forDrivers) : all
    return {
      driverGroups: drivers.filter(({ group }) => group.driver).map(({ row }) => row),
      loyaltySatisfactionGroups: all.filter(({ group }) => group.loyalty).map(({ row }) => row),
      resultGroups: all.map(({ row }) => row),
      selectionTime: spanText(span),
      trendTime: compared ? spanText(compared) : null,
      ...(isOwn && { driversTrendTime: forDrivers && spanText(forDrivers) }),
    }
  },
  drivers: businessDrivers,
}

function rowOf(request: FigureRequest, figure: Figure): SummaryRow {
  const { access, requested } = request
  const { indicator, now } = figure
  const goal = goalAt(access.model, indicator, requested.path, requested.today)
  const value = now.suppressed ? null : now.value
  return {
    extName: indicator.name,
    title: indicator.title,
    value,
    valueTrend: figure.base?.value ?? null,
    diff: differenceOf(figure),
    chance: figure.comparison.chance,
    goal: goal?.value ?? null,
    goalStatus: goalStatus(indicator, value, goal),
    weight: weightOf(access.model, indicator, now, goal),
    decimals: indicator.decimals,
    inverse: indicator.inverse,
    n: now.suppressed ? null : now.n,
    suppressed: now.suppressed,
    withheld: now.why ? localWords(now.why) : null,
    details: now.suppressed ? null : detailsOf(request, figure),
    ...(hasDistribution(access.model, indicator) && { hasDistribution: true }),
  }
}

function detailsOf(request: FigureRequest, { indicator, now }: Figure): FigureDetails {
  const { name, expression, alertMode } = indicator
  return {
    ...{ name, expression, alertMode },
    definition: definitionOf(request.access.model, indicator),
    low: now.low,
    high: now.high,
    cases: casesOf(request.access, indicator, isOwnPlace(request)),
  }
}

function groupOf(model: SurveyModel, group: GroupConfig, rows: ReadonlyMap<string, SummaryRow>): SummaryGroup {
  const questions = group.questions.flatMap((name) => rows.get(name) ?? [])
  const isNumeric = (row: SummaryRow): boolean => model.questions.get(row.extName)?.type === 'numeric'
  const graded = questions.filter((row) => !isNumeric(row))
  const own = group.indicator === undefined ? undefined : rows.get(group.indicator)
  return {
    ...(own
      ? { ...own, extName: group.extname, title: group.title ?? own.title }
      : groupRow(group, graded, haveOneScale(graded.map((row) => model.questions.get(row.extName))))),
    questionAnswers: graded,
    numericQuestionAnswers: questions.filter(isNumeric),
  }
}

/** A group's own row: the mean of its questions, if they share one scale and none is withheld. */
function groupRow(group: GroupConfig, rows: readonly SummaryRow[], comparable: boolean): SummaryRow {
  const suppressed = rows.some((row) => row.suppressed)
  const meanOf = (values: (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null)
    const usable = comparable && !suppressed && known.length > 0 && known.length === values.length
    return usable ? known.reduce((sum, value) => sum + value, 0) / known.length : null
  }
  const value = meanOf(rows.map((row) => row.value))
  const valueTrend = meanOf(rows.map((row) => row.valueTrend))
  const decimals = Math.max(0, ...rows.map((row) => row.decimals))
  return {
    extName: group.extname,
    title: group.title ?? group.extname,
    value,
    valueTrend,
    // Its questions tell no change between few answers.
    diff: rows.some((row) => row.diff === null) ? null : shownChange(value, valueTrend, decimals),
    // Answers to its questions are of the same people, so nothing is known of the chance of their mean.
    chance: null,
    goal: null,
    goalStatus: null,
    weight: rows.some((row) => row.weight === 'few') ? 'few' : 'full',
    decimals,
    inverse: false,
    n: suppressed || rows.length === 0 ? null : Math.max(...rows.map((row) => row.n ?? 0)),
    suppressed,
    withheld: rows.find((row) => row.suppressed)?.withheld ?? null,
    details: null,
  }
}

function haveOneScale(questions: readonly (Question | undefined)[]): boolean {
  const scales = new Set(questions.map((question) => `${question?.scaleMin}/${question?.scaleMax}`))
  return scales.size === 1 && questions.every((question) => question?.type === 'scale')
}
