import { ROOT_PATH } from '@gensvar/contract/drill-path'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { locales, pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { latestYearOf } from '#server/domain/indicators/latest-year.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { readSurveysWithAccess } from '#server/domain/rights/survey-rights-store.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { Figure } from '#server/domain/indicators/figures.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import { indicatorOf, mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { enterUniverse, listEnterableUniverses } from '#server/widgets/shared/enterable-universes.ts'
import { figuresElsewhere, openSurvey } from '#server/widgets/shared/survey-elsewhere.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { clickText, surveysTitle, timeFilters, welcomeText } from './defaults.ts'
import type { OverviewTile } from './defaults.ts'

/** Figures of the universes the caller may enter. */
export const globalOverview: WidgetServer<'global-overview'> = {
  data: ({ ctx }, { timespan }) => overviewOf(ctx, timespan ?? null),
}

interface BlockPlan {
  title: LocalText
  host: string | null
  groups: { title: LocalText; tiles: OverviewTile[] }[]
}

/**
 * The global overview over a time span, one of the server's (the first where null). Tiles of universes or surveys the
 * caller may not open are left out. Throws `validation` for a time span that is not offered.
 */
export async function overviewOf(ctx: Ctx, timeSpan: string | null): Promise<GlobalOverview> {
  const { globalOverview: settings } = await readServerSettings(ctx.db)
  const spans = settings && settings.timeFilters.length > 0 ? settings.timeFilters : timeFilters
  const span = timeSpan === null ? spans[0] : spans.find((one) => one.extName === timeSpan)
  if (!span)
    throw new AppError('validation', say`There is no time span "${timeSpan ?? ''}".`, { timespan: say`unknown` })
  const universes = await listEnterableUniverses(ctx)
  const configured = configuredPlans(settings?.indicatorBlocks ?? [])
  // A universe that is not in the settings shows its surveys' main figures, so that every universe can be entered here.
  const named = new Set(
    configured.flatMap((plan) => plan.groups.flatMap((group) => group.tiles.map((tile) => tile.universe))),
  )
  const plans = [
    ...configured,
    ...(await ownPlans(
      ctx,
      universes.filter((universe) => !named.has(universe.name)),
    )),
  ]
  const open = new Map<string, Ctx>()
  for (const universe of universes) {
    const inside = await enterUniverse(ctx, universe.id)
    if (inside) open.set(universe.name, inside)
  }
  const blocks = await Promise.all(plans.map((plan) => blockOf(plan, open, span.extName)))
  return {
    welcomeText: settings?.welcomeText ?? welcomeText,
    clickText: settings?.clickText ?? clickText,
    timeFilters: spans,
    // What the caller may not open is not named either, as it may belong to another organisation.
    indicatorBlocks: blocks.filter((block) => block.groups.length > 0),
  }
}

async function blockOf(plan: BlockPlan, open: ReadonlyMap<string, Ctx>, interval: string) {
  const groups = await Promise.all(
    plan.groups.map(async ({ title, tiles }) => ({
      title,
      variables: (await Promise.all(tiles.map((tile) => tileOf(open.get(tile.universe), tile, interval)))).flat(),
    })),
  )
  return { title: plan.title, host: plan.host, groups: groups.filter(({ variables }) => variables.length > 0) }
}

function configuredPlans(
  blocks: NonNullable<Awaited<ReturnType<typeof readServerSettings>>['globalOverview']>['indicatorBlocks'],
): BlockPlan[] {
  return blocks.map((block) => ({
    title: block.title,
    host: block.host ?? null,
    groups: block.groups.map((group) => ({ title: group.title, tiles: group.variables })),
  }))
}

/** One block per universe with the main indicator of each of its surveys. */
async function ownPlans(ctx: Ctx, universes: Awaited<ReturnType<typeof listEnterableUniverses>>): Promise<BlockPlan[]> {
  return Promise.all(
    universes.map(async (universe) => ({
      title: Object.keys(universe.title).length > 0 ? universe.title : universe.name,
      host: universe.host || null,
      groups: [
        {
          title: surveysTitle,
          tiles: (await readSurveysWithAccess(ctx.db, universe.id)).map((survey) => ({
            universe: universe.name,
            survey: survey.extName,
            indicator: '',
          })),
        },
      ],
    })),
  )
}

async function tileOf(ctx: Ctx | undefined, tile: OverviewTile, interval: string): Promise<IndicatorVariable[]> {
  if (!ctx) return []
  const access = await openSurvey(ctx, tile.survey)
  const name = tile.indicator || (access && mainIndicatorName(access.model))
  if (!access || !name) return []
  const indicator = indicatorOf(access.model, name)
  const { request, figures } = await shownFigures(ctx, access, indicator, interval)
  const surveyTitle: LocalText =
    Object.keys(access.model.title).length > 0 ? { ...access.model.title } : access.model.extName
  return figures.map((figure) => ({
    ...indicatorVariableOf(request, figure),
    // A tile shows the survey's title; with several tiles of one survey, each also names its figure.
    ...(tile.indicator
      ? { title: joinTexts(surveyTitle, figure.indicator.title) }
      : { title: surveyTitle, definition: figure.indicator.title }),
  }))
}

interface ShownFigures {
  request: FigureRequest
  figures: Figure[]
}

/**
 * The figures of a time span; of a survey without answers in it those of the latest year with answers, and without dates
 * those of all answers.
 */
async function shownFigures(
  ctx: Ctx,
  access: SurveyAccess,
  indicator: Indicator,
  interval: string,
): Promise<ShownFigures> {
  const { model } = access
  if (!isDated(model)) return figuresIn(ctx, access, indicator, null)
  const shown = await figuresIn(ctx, access, indicator, interval)
  const isEmpty = shown.figures.every(({ now }) => !now.suppressed && now.n === 0)
  // The figures of an anonymous survey are published by periods, of which the reader chooses one.
  const year = isEmpty && model.anonymity === null ? await latestYearOf(ctx, access) : null
  return year === null ? shown : figuresIn(ctx, access, indicator, String(year).padStart(4, '0'))
}

async function figuresIn(
  ctx: Ctx,
  access: SurveyAccess,
  indicator: Indicator,
  interval: string | null,
): Promise<ShownFigures> {
  const request = { ctx, access, requested: await requestedPath(ctx, access, ROOT_PATH, { interval }) }
  const figures = await figuresElsewhere(request, [indicator])
  return { request, figures }
}

function joinTexts(first: LocalText, second: LocalText): LocalText {
  return Object.fromEntries(
    locales.map((locale) => [locale, `${pickText(first, locale)} · ${pickText(second, locale)}`]),
  )
}
