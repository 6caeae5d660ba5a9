import type {
  getApiRanking as rankingRoute,
  listApiFigures as figuresRoute,
  listApiUnits as unitsRoute,
} from '@gensvar/contract/api-reading'
import { pickText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { figuresOf, requestedSpan } from '#server/domain/indicators/figures.ts'
import { goalAt, roundTo } from '#server/domain/indicators/goal.ts'
import { countName, indicatorOf, isEverPublished } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { childrenOf } from '#server/domain/indicators/segmented-drill-path.ts'
import type { ChildUnit } from '#server/domain/indicators/segmented-drill-path.ts'
import { askedPeriod } from '#server/domain/paths/asked-period.ts'
import { openingPage } from '#server/domain/paths/page-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { translate } from '#server/platform/translate.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { pageOf, readCursor } from './cursor.ts'
import type { AskedPage } from './cursor.ts'

type ApiFigure = z.input<typeof figuresRoute.response>['figures'][number]
type ApiUnit = z.input<typeof unitsRoute.response>['rows'][number]

/** What is asked of figures. */
interface AskedFigures {
  path: string
  indicators?: string | undefined
}

/** The units directly below a place, in the order they were made. */
export async function listApiUnits(
  ctx: KeyCtx,
  survey: string,
  { path, ...page }: { path: string } & AskedPage,
): Promise<z.input<typeof unitsRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  const requested = await requestedPath(ctx, access, path)
  const after = readCursor(page) ?? 0
  const rest = unitsBelow({ ctx, access, requested })
    .filter(({ unit }) => unit.id > after)
    .toSorted((one, other) => one.unit.id - other.unit.id)
  const { rows, next } = pageOf(rest, page.limit, ({ unit }) => unit.id)
  return { rows: rows.map(unitOf), next }
}

/** Figures of a place, as its tiles show them. Throws `validation` for an unknown indicator. */
export async function listApiFigures(
  ctx: KeyCtx,
  survey: string,
  asked: AskedFigures,
): Promise<z.input<typeof figuresRoute.response>> {
  const request = await requestOf(ctx, survey, asked)
  const { access, requested } = request
  // Without anything to compare with: nobody asked for a second figure.
  const found = await figuresOf(request, indicatorsOf(access, asked), null)
  return {
    title: requested.unit ? unitText(requested.unit, ctx.locale) : everything(ctx.locale),
    period: requestedSpan(request),
    figures: found.map(({ indicator, now }) => figureOf(request, indicator, now)),
  }
}

/** The units directly below a place with their figures, the highest of the first indicator first. */
export async function getApiRanking(
  ctx: KeyCtx,
  survey: string,
  { limit, cursor, ...asked }: AskedFigures & AskedPage,
): Promise<z.input<typeof rankingRoute.response>> {
  const request = await requestOf(ctx, survey, asked)
  const { access, requested } = request
  const indicators = indicatorsOf(access, asked).filter(({ expression }) => expression !== null)
  const children = unitsBelow(request)
  const period = requestedSpan(request)
  const from = readCursor({ limit, cursor }) ?? 0
  if (!requested.view || children.length === 0 || indicators.length === 0)
    return { period, rows: [], next: null, withheld: null }
  const { rows, leftOut } = await figures(ctx, access, {
    conditions: requested.conditions,
    by: { level: { view: requested.view.extName, depth: requested.path.place.length + 1 } },
    indicators: indicators.map(indicatorRequest),
  })
  const valuesOf = new Map(rows.map((row) => [row.key.id, row.values]))
  const first = (child: ChildUnit): number => valuesOf.get(child.unit.id)?.[0]?.value ?? Number.NEGATIVE_INFINITY
  const ranked = children.toSorted((one, other) => compared(first(other), first(one)) || one.unit.id - other.unit.id)
  const page = pageOf(ranked.slice(from), limit, (_, at) => from + at + 1)
  return {
    period,
    rows: page.rows.map((child) => ({
      ...unitOf(child),
      figures: indicators.map((indicator, at) =>
        figureOf(request, indicator, valuesOf.get(child.unit.id)?.[at] ?? ofNoRows(indicator)),
      ),
    })),
    next: page.next,
    withheld: leftOut && translate(leftOut, ctx.locale),
  }
}

/** The figure of a unit without responses, of which there is no row: none were counted there. */
function ofNoRows({ counts }: Indicator): IndicatorValue {
  return { value: counts ? 0 : null, n: 0, low: null, high: null, suppressed: false }
}

/** Both may be infinite, and their difference then is no number. */
function compared(one: number, other: number): number {
  return one === other ? 0 : one - other
}

/** A place in the period that the survey opens with, unless its path has one. */
async function requestOf(ctx: KeyCtx, survey: string, { path }: AskedFigures): Promise<FigureRequest> {
  const access = await surveyAccess(ctx, survey)
  const interval = await askedPeriod(ctx, access, openingPage(access.model.config))
  return { ctx, access, requested: await requestedPath(ctx, access, path, { interval }) }
}

function indicatorsOf({ model }: SurveyAccess, { indicators }: AskedFigures): Indicator[] {
  const names = indicators?.split(',').map((name) => name.trim()) ?? Object.keys(model.config.indicators)
  const wanted = [...new Set(names.filter((name) => name !== ''))]
  const found = (wanted.length > 0 ? wanted : [countName]).map((name) => indicatorOf(model, name))
  // What an anonymous survey never shows is told of only where it is asked for.
  return indicators === undefined && model.anonymity !== null
    ? found.filter((indicator) => isEverPublished(model, indicator))
    : found
}

function unitsBelow({ ctx, access, requested }: FigureRequest): readonly ChildUnit[] {
  return childrenOf(access, requested, requested.unit, requested.path.place.length, ctx.locale)
}

function unitOf({ unit, text, path, accessAllowed }: ChildUnit): ApiUnit {
  return { name: unit.extName, title: text, path, accessAllowed }
}

function figureOf({ ctx, access, requested }: FigureRequest, indicator: Indicator, now: IndicatorValue): ApiFigure {
  const { value, n, low, high, weighted, suppressed, why } = now
  return {
    name: indicator.name,
    title: pickText(indicator.title, ctx.locale) || indicator.name,
    ...(suppressed ? { value: null, n: null, low: null, high: null } : { value, n, low, high }),
    effectiveN: suppressed || !weighted ? null : roundTo(weighted.effectiveN, 1),
    unit: indicator.unit,
    goal: goalAt(access.model, indicator, requested.path, requested.today)?.value ?? null,
    withheld: why ? translate(why, ctx.locale) : null,
  }
}
