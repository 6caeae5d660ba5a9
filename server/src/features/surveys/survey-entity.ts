import type { Page, Survey } from '@gensvar/contract/entities/survey'
import type { FilterSet } from '@gensvar/contract/entities/survey'
import { pageKinds } from '@gensvar/contract/configuration/pages'
import type { PageConfig } from '@gensvar/contract/configuration/pages'
import { childComponents, walkComponents } from '@gensvar/contract/widgets/find-component'
import { isKnownType, widgets } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import { askedAlertPeriod, askedPeriod } from '#server/domain/paths/asked-period.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { knownShares } from '#server/domain/weights/weigh-survey.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { mayReport } from '#server/widgets/run-report.ts'

/** A survey as the browser needs it. Without a configured page there is one with a ranking. */
export async function surveyEntityOf(
  ctx: Ctx,
  access: SurveyAccess,
  filters: { standard: FilterSet; time: FilterSet },
  offered: Pick<Survey, 'periods' | 'periodTitles' | 'latestYear'>,
): Promise<Survey> {
  const { model } = access
  const { reports } = model.config
  return {
    extName: model.extName,
    title: titleOr(model.title, model.extName),
    pages: await Promise.all(pagesFor(ctx, model).map((page) => withAskedPeriod(ctx, access, page))),
    standardFilterSet: filters.standard,
    timeFilterSet: filters.time,
    reports: { ...reports, named: reports.named.filter(({ components }) => mayReport(ctx, access, components)) },
    enableRankingListReport: model.config.enableRankingListReport,
    views: pathViews(access).map((view) => ({
      extName: view.extName,
      title: titleOr(view.title, view.extName),
      levels: view.levels.map((variable) => {
        const question = model.questions.get(variable)
        return { variable, title: question ? titleOf(question) : variable }
      }),
    })),
    timeZone: model.timeZone,
    isDated: isDated(model),
    selectionInterval: await askedPeriod(ctx, access, undefined),
    weighting: model.weights ? 'weighted' : knownShares(model) ? 'waiting' : 'none',
    ...offered,
  }
}

/** The page a survey opens on: the role's start page, else the default page. */
export function startPageOf(ctx: Pick<Ctx, 'identity'>, access: SurveyAccess): string {
  const { startPage } = access.rights
  return pagesFor(ctx, access.model).some((page) => page.extname === startPage) ? startPage : defaultPageOf(ctx, access)
}

/** The survey's default page: the configured one, else the first. */
export function defaultPageOf(ctx: Pick<Ctx, 'identity'>, { model }: SurveyAccess): string {
  const pages = pagesFor(ctx, model)
  return (pages.find((page) => page.extname === model.config.defaultPage) ?? pages[0])?.extname ?? ''
}

/** The pages that are offered to the caller: not those that hold nothing for them. */
function pagesFor({ identity }: Pick<Ctx, 'identity'>, model: SurveyModel): Page[] {
  return mayAdministrate(identity) ? pagesOf(model) : pagesOf(model).filter((page) => !isForAdministrators(page))
}

function isForAdministrators({ components }: Pick<Page, 'components'>): boolean {
  const shown = [...walkComponents([{ components }])].filter(({ component }) => childComponents(component).length === 0)
  return (
    shown.length > 0 &&
    shown.every(({ component: { type } }) => isKnownType(type) && widgets[type].forAdministrators === true)
  )
}

function pagesOf(model: SurveyModel): Page[] {
  if (model.config.pages.length > 0) return model.config.pages.map(pageOf)
  return [
    {
      extname: 'ranking',
      title: { en: 'Ranking', sv: 'Rankning', no: 'Rangering', da: 'Rangering', fi: 'Sijoitukset' },
      icon: 'list-numbers',
      selectionInterval: null,
      components: [],
      kind: 'rankings',
      isBuilt: true,
      hide: [],
    },
  ]
}

/** A page with the period that applies on it while no date is chosen. */
async function withAskedPeriod(ctx: Ctx, access: SurveyAccess, page: Page): Promise<Page> {
  const config = access.model.config.pages.find(({ extname }) => extname === page.extname)
  const asked = config?.kind === 'alerts' ? askedAlertPeriod : askedPeriod
  return { ...page, selectionInterval: await asked(ctx, access, config) }
}

function pageOf(page: PageConfig): Page {
  return {
    extname: page.extname,
    title: page.title ?? page.extname,
    icon: page.icon ?? null,
    selectionInterval: null,
    components: page.components,
    kind: page.kind ?? null,
    isBuilt: isPageBuilt(page),
    hide: page.hide,
  }
}

/** Whether a page shows something: a component of a known type, not counting those that only hold others. */
function isPageBuilt(page: PageConfig): boolean {
  if (page.kind === 'rankings') return true
  if (page.components.length === 0) return page.kind === undefined
  return [...walkComponents([page])].some(
    ({ component }) => childComponents(component).length === 0 && isKnownType(component.type),
  )
}

/** Kinds of page with a screen that shows something: the survey's own page, else the default table of the kind. */
export function builtKindsOf(model: SurveyModel): (typeof pageKinds)[number][] {
  const pages = pagesOf(model)
  return pageKinds.filter((kind) => pages.find((page) => page.kind === kind)?.isBuilt ?? true)
}

function titleOr(title: Readonly<Record<string, string>>, fallback: string): Record<string, string> | string {
  return Object.keys(title).length > 0 ? { ...title } : fallback
}
