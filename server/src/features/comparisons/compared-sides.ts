import type { PageConfig } from '@gensvar/contract/configuration/pages'
import type { SideDifference } from '@gensvar/contract/comparisons'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import type { Ctx } from '#server/domain/context.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare, notCompared } from '#server/domain/indicators/comparison.ts'
import { diffArrow, formatDifference } from '#server/domain/indicators/figure-text.ts'
import { requestedSpan, valuesOf } from '#server/domain/indicators/figures.ts'
import { countName, indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { isRunning } from '#server/domain/indicators/running.ts'
import { answersInCommon } from '#server/domain/indicators/side-answers.ts'
import type { SidesShare } from '#server/domain/indicators/side-answers.ts'
import { askedPeriodOf } from '#server/domain/paths/asked-period.ts'
import { pageOf } from '#server/domain/paths/page-period.ts'
import type { AskedPage } from '#server/domain/paths/page-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** Both sides of a compared page, with the figures whose differences are told. */
export interface ComparedSides {
  a: RequestedPath
  b: RequestedPath
  share: SidesShare
  indicators: readonly Indicator[]
}

/** A figure of both sides, and how that of side B differs. */
export interface ComparedFigure {
  indicator: Indicator
  a: IndicatorValue | null
  b: IndicatorValue | null
  told: SideDifference
}

/** The sides of a page at two paths, each as the page asks for it. Throws as `requestedPath` does, at `vs` for side B. */
export async function comparedSides(
  ctx: Ctx,
  access: SurveyAccess,
  asked: AskedPage,
  { drillPath, vs }: { drillPath: string; vs: string },
): Promise<ComparedSides> {
  const { model } = access
  const interval = await askedPeriodOf(ctx, access, asked)
  const a = await requestedPath(ctx, access, drillPath, { interval })
  const b = await requestedPath(ctx, access, vs, { interval, field: 'vs' })
  const indicators = indicatorsOf(model, pageOf(model.config, asked))
  return { a, b, share: answersInCommon(model, a, b), indicators }
}

/** What is told of both sides, and each one's number of answers; it follows from what is shown of each. */
export async function comparedFigures(
  ctx: Ctx,
  access: SurveyAccess,
  sides: ComparedSides,
): Promise<{ a: { n: number | null }; b: { n: number | null }; figures: ComparedFigure[] }> {
  const { a, b, indicators } = sides
  const all = [indicatorOf(access.model, countName), ...indicators]
  const [ofA, ofB] = await Promise.all([
    valuesOf({ ctx, access }, a.conditions, all),
    valuesOf({ ctx, access }, b.conditions, all),
  ])
  return {
    a: sideOf(ofA.get(countName)),
    b: sideOf(ofB.get(countName)),
    figures: indicators.map((indicator) => {
      const [base, now] = [ofA.get(indicator.name), ofB.get(indicator.name)]
      const told = differenceOf(ctx, access, sides, indicator, base, now)
      return { indicator, a: base ?? null, b: now ?? null, told }
    }),
  }
}

function sideOf(count: IndicatorValue | undefined): { n: number | null } {
  return { n: count && !count.suppressed ? (count.value ?? 0) : null }
}

/** The figures of a page whose differences are told: of its tiles and results. Ranks among different places have none. */
function indicatorsOf(model: SurveyModel, page: PageConfig | undefined): Indicator[] {
  const names = (page ? [...walkComponents([page])] : []).flatMap(({ component }) => {
    if (isComponentOf(component, 'variable-block')) {
      const { variables, blocks } = component.config
      return [...variables, ...blocks.flatMap((block) => block.variables)].map((entry) => entry.indicator)
    }
    if (isComponentOf(component, 'variable-action-block'))
      return component.config.variables.map((entry) => entry.indicator)
    if (!isComponentOf(component, 'results-block')) return []
    return model.config.groups.flatMap((group) => [...group.questions, ...(group.indicator ? [group.indicator] : [])])
  })
  return [...new Set(names)]
    .filter((name) => isIndicator(model, name))
    .map((name) => indicatorOf(model, name))
    .filter((indicator) => indicator.expression !== null)
}

function differenceOf(
  ctx: Ctx,
  { model }: SurveyAccess,
  { a, b, share }: ComparedSides,
  indicator: Indicator,
  base: IndicatorValue | undefined,
  now: IndicatorValue | undefined,
): SideDifference {
  const { difference, chance, why } =
    now === undefined
      ? notCompared
      : compare(indicator, now, base ?? null, {
          model,
          // A running period has not all of its answers yet, which makes no difference where both sides have that period.
          isUnfinished: !haveOneSpan(a, b) && [a, b].some(isUnfinished),
          shared: share === 'same' ? 'some' : share,
        })
  const { name, inverse, decimals } = indicator
  return {
    ...{ name, inverse, decimals, difference, chance },
    formattedDiff: formatDifference(indicator, difference, ctx.locale),
    diffArrow: diffArrow(indicator, difference),
    why: why && localWords(why),
  }
}

function isUnfinished(side: RequestedPath): boolean {
  return isRunning(requestedSpan({ requested: side }), side.today)
}

function haveOneSpan(a: RequestedPath, b: RequestedPath): boolean {
  const [ofA, ofB] = [requestedSpan({ requested: a }), requestedSpan({ requested: b })]
  return ofA?.from === ofB?.from && ofA?.to === ofB?.to
}
