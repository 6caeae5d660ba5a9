import { addToDate, toDayNumber } from '@gensvar/contract/dates'
import { mostOwnPlaces } from '@gensvar/contract/entities/gamification'
import type { Award, Gamification } from '@gensvar/contract/entities/gamification'
import { periodIndex, periodStart, wholePeriods } from '@gensvar/contract/periods'
import type { PeriodKind } from '@gensvar/contract/periods'
import { plainText, plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import { printVariable } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { answerRuns } from '#server/domain/figures/answer-runs.ts'
import type { Runs } from '#server/domain/figures/answer-runs.ts'
import type { AggregateRow } from '#server/domain/figures/expressions/figure-rows.ts'
import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { withoutSpan } from '#server/domain/indicators/period.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { unitTitle } from '#server/domain/survey/unit-text.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'

type Request = WidgetRequest<WidgetConfig<'gamification-overview'>>
type AwardConfig = Request['config']['awards'][number]

/** Periods in the chart. */
const shownPeriods = 12

const noChart: Gamification['chartData'] = { categories: [], points: [], record: null }

/**
 * Awards at the request's place, computed from the interviews as they are now, so that imports, edits and deletions
 * need nothing done. Exact counts, so they are those of the caller's own places alone.
 */
export const gamificationOverview: WidgetServer<'gamification-overview'> = {
  async data(request) {
    const why = reasonToWithhold(request)
    if (why)
      return {
        awards: [],
        chartData: noChart,
        withheld: localWords(why.words),
        ownPlaces: why.isPlace ? ownPlaces(request) : [],
      }
    const { ctx, access, requested, config } = request
    const { model, caseScope } = access
    const indicators = [
      ...config.awards.map((award, at) => ({ key: `award${at}`, expression: pointsOf(model, award) })),
      { key: 'interviews', expression: 'count()' },
    ]
    const { kind, count: length } = comparedPeriods(request)
    const [now, like, shown, runs] = await Promise.all([
      aggregate(ctx, model, caseScope, { conditions: requested.conditions, by: 'none', indicators }),
      kind === null ? [] : everyPeriod(request, kind, indicators),
      everyPeriod(request, kinds[config.period], indicators),
      Promise.all(config.awards.map((award) => runsOf(request, award))),
    ])
    const awards = config.awards.map((award, at): Award => {
      const count = valueAt(now.rows[0], at)
      const best =
        kind === null
          ? count
          : mostInARow(
              like.map((row) => [indexOf(row, kind), valueAt(row, at)]),
              length,
            )
      return awardOf(award, { count, best }, runs[at] ?? null)
    })
    return { awards, chartData: chartOf(request, shown), withheld: null, ownPlaces: [] }
  },
}

/** Awards are of single interviews, so they are not shown of what the caller may not open. */
function reasonToWithhold({ access, requested: { path } }: Request): { words: Words; isPlace: boolean } | null {
  if (!access.caseScope.isOpen) return { words: say`This survey is anonymous: awards are not shown.`, isPlace: false }
  const place = path.place.map((token) => plainText(token) ?? '')
  const isOwn = access.caseScope.key === access.compareScope.key || access.places.covers(path.view, place)
  return isOwn ? null : { words: say`Awards are shown for your own places only.`, isPlace: true }
}

/** Where awards are shown to the caller instead: places of theirs in the view of the request. */
function ownPlaces({ access, requested: { path, view, tree } }: Request): Gamification['ownPlaces'] {
  const places = access.places.unitsOf(path.view).flatMap((unit) => {
    const steps = tree.pathOf(unit)
    const isOwn = access.places.covers(
      path.view,
      steps.map(({ extName }) => extName),
    )
    const place = steps.map(({ extName }, at) => plainToken(view?.levels[at] ?? '', extName))
    return isOwn ? [{ title: unitTitle(unit), drillPath: printDrillPath({ ...path, place }, pathViews(access)) }] : []
  })
  return places.slice(0, mostOwnPlaces)
}

/** The interviews that count for an award, each a point, as an expression. */
function pointsOf({ questions }: SurveyModel, award: AwardConfig): string {
  const variable = (name: string): string => printVariable({ name, position: 0 })
  if (award.type === 'StreakAward') return `count() where ${variable(award.question)} >= ${award.atLeast}`
  const best = award.questions.map((name) => `${variable(name)} = ${questions.get(name)?.scaleMax ?? Infinity}`)
  return `count() where ${best.join(' and ')}`
}

const groupings = { day: 'days', week: 'weeks', month: 'months', quarter: 'quarters', year: 'years' } as const
const kinds = { weeks: 'week', months: 'month', quarters: 'quarter' } as const

/** Points of every period that the place had responses in, oldest first; none in a survey without dates. */
async function everyPeriod(
  { ctx, access, requested }: Request,
  kind: PeriodKind,
  indicators: readonly IndicatorRequest[],
): Promise<AggregateRow[]> {
  if (!isDated(access.model)) return []
  const conditions = withoutSpan(requested.conditions)
  const by = { period: groupings[kind] }
  return (await aggregate(ctx, access.model, access.caseScope, { conditions, by, indicators })).rows
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

/**
 * What the period at hand is compared with: so many months, weeks or days in a row, as it has itself. Null for all
 * time, which is its own best.
 */
function comparedPeriods(request: Request): { kind: PeriodKind; count: number } | { kind: null; count: 0 } {
  const span = requestedSpan(request)
  if (span?.from == null || span.to === null || !isDated(request.access.model)) return { kind: null, count: 0 }
  const whole = wholePeriods(span.from, span.to)
  if (!whole) return { kind: 'day', count: toDayNumber(span.to) - toDayNumber(span.from) }
  if (whole.kind === 'week') return { kind: 'week', count: whole.count }
  return { kind: 'month', count: whole.count * monthsOf[whole.kind] }
}

function indexOf({ key }: AggregateRow, kind: PeriodKind): number {
  return periodIndex(kind, toDayNumber(key.from ?? key.name))
}

/** The largest sum of the values of so many periods in a row. `values` are periods with their values, in their order. */
function mostInARow(values: readonly (readonly [index: number, value: number])[], periods: number): number {
  let most = 0
  let sum = 0
  let first = 0
  for (const [index, value] of values) {
    sum += value
    for (; (values[first]?.[0] ?? index) <= index - periods; first++) sum -= values[first]?.[1] ?? 0
    most = Math.max(most, sum)
  }
  return most
}

async function runsOf({ ctx, access, requested }: Request, award: AwardConfig): Promise<Runs | null> {
  if (award.type !== 'StreakAward') return null
  const { question, atLeast, length } = award
  const { conditions } = requested
  const view = access.model.views.find(({ extName }) => extName === requested.path.view) ?? null
  return answerRuns(ctx, access.model, access.caseScope, { conditions, view, question, atLeast, length })
}

function awardOf(award: AwardConfig, { count, best }: { count: number; best: number }, runs: Runs | null): Award {
  const { type, title = null } = award
  if (award.type === 'TopMarksAward')
    return {
      ...{ type, title, obtained: count, score: best, streakType: null, length: null },
      ...{ obtainedImageURL: null, notObtainedImageURL: null },
    }
  return {
    ...{ type, title, obtained: runs?.badges ?? 0, score: runs?.answers ?? 0 },
    ...{ streakType: award.streakType, length: award.length },
    obtainedImageURL: award.obtainedImageURL ?? null,
    notObtainedImageURL: award.notObtainedImageURL ?? null,
  }
}

/** The last periods up to the end of the period at hand, from the first with interviews on, and the record of all time. */
function chartOf(request: Request, ever: readonly AggregateRow[]): Gamification['chartData'] {
  const { config, requested } = request
  const count = config.awards.length
  const had = ever.filter((row) => valueAt(row, count) > 0)
  if (count === 0 || had.length === 0) return noChart
  const points = new Map(had.map((row) => [row.key.from, pointsIn(row, count)]))
  const kind = kinds[config.period]
  const span = requestedSpan(request)
  const end = span?.to != null && span.to <= requested.today ? addToDate(span.to, -1, 'd') : requested.today
  const last = periodIndex(kind, toDayNumber(end))
  const first = Math.max(last - shownPeriods + 1, Math.min(last, ...had.map((row) => indexOf(row, kind))))
  const categories = Array.from({ length: last - first + 1 }, (_, at) => periodStart(kind, first + at))
  return {
    categories,
    points: categories.map((from) => points.get(from) ?? null),
    record: Math.max(...points.values()),
  }
}

function pointsIn(row: AggregateRow, awards: number): number {
  return Array.from({ length: awards }, (_, at) => valueAt(row, at)).reduce((sum, value) => sum + value, 0)
}

function valueAt(row: AggregateRow | undefined, at: number): number {
  return row?.values[at]?.value ?? 0
}
