import type { PageConfig } from '@gensvar/contract/configuration/pages'
import type { SideDifference, getComparison as route } from '@gensvar/contract/comparisons'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import type { z } from 'zod'
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
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/**
 * How the figures of a page differ at `vs` from those at the drill path. Both sides are asked for as the page asks for them,
 * and what is told of both follows from what is shown of each. Throws as `requestedPath` does, for either side.
 */
export async function getComparison(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  { vs, ...asked }: z.output<typeof route.query>,
): Promise<z.input<typeof route.response>> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const interval = await askedPeriodOf(ctx, access, asked)
  const a = await requestedPath(ctx, access, drillPath, { interval })
  const b = await requestedPath(ctx, access, vs, { interval, field: 'vs' })
  const share = answersInCommon(model, a, b)
  const shown = indicatorsOf(model, pageOf(model.config, asked))
  const indicators = [indicatorOf(model, countName), ...shown]
  const [ofA, ofB] = await Promise.all([
    valuesOf({ ctx, access }, a.conditions, indicators),
    valuesOf({ ctx, access }, b.conditions, indicators),
  ])
  return {
    a: sideOf(ofA.get(countName)),
    b: sideOf(ofB.get(countName)),
    share,
    differences: shown.map((indicator) =>
      differenceOf({ ctx, access, a, b, share }, indicator, ofA.get(indicator.name), ofB.get(indicator.name)),
    ),
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

interface Sides {
  ctx: Ctx
  access: SurveyAccess
  a: RequestedPath
  b: RequestedPath
  share: SidesShare
}

function differenceOf(
  { ctx, access, a, b, share }: Sides,
  indicator: Indicator,
  base: IndicatorValue | undefined,
  now: IndicatorValue | undefined,
): SideDifference {
  const { model } = access
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
