import type { Condition } from '@gensvar/contract/conditions'
import { noneValue, parsePath, plainValue } from '@gensvar/contract/drill-path'
import { kindOfFilter, kindOfQuestion, variableWithoutQuestion } from '@gensvar/contract/filter-kinds/index'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { resolveConditions } from '@gensvar/contract/resolve-conditions'
import type { FilterField } from '@gensvar/contract/resolve-conditions'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { todayIn } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadDraftModel } from '#server/domain/survey/draft-model.ts'
import { loadSurveyModel, noSurvey } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { peopleOf, sharedSurveyRights } from './acting-access.ts'
import { noteAnonymousView } from './anonymous-views.ts'
import type { Identity } from './identity.ts'
import { confinementAt } from './key-place.ts'
import { Places } from './places.ts'
import type { Confinement } from './places.ts'
import { authorRights, combineSurveyRights, rootSurveyRights } from './role-rights.ts'
import type { SurveyRights } from './role-rights.ts'
import { issueScopes } from './scope.ts'
import type { CaseScope, CompareScope } from './scope.ts'
import { tellElsewhere } from './survey-elsewhere.ts'
import { readSurveyRights, readUserFilters } from './survey-rights-store.ts'
import type { UserFilter } from './survey-rights-store.ts'

/** A survey with what one user may see and do in it. */
export interface SurveyAccess {
  model: SurveyModel
  caseScope: CaseScope
  compareScope: CompareScope
  rights: SurveyRights
  places: Places
  /** Views the user may open, in the order of their tabs; never empty. */
  views: readonly View[]
  canViewSamples: boolean
  /** Whether single interviews, comments and cases may be opened: in an anonymous survey only with `canViewAnon`. */
  canViewInterviews: boolean
}

/** What `surveyAccess` needs of a context. */
export interface AccessContext {
  db: Kysely<Database>
  clock: Clock
  identity: Identity
  /** Language of the answer; the user's own where it is left out. */
  locale?: Locale
  /**
   * Missing where nobody looks at the survey: in tasks, when access is only compared, and for the status that a browser
   * polls. Where it is there, views of anonymous surveys are noted.
   */
  requestId?: string
}

const known = new WeakMap<Identity, Map<string, Promise<SurveyAccess>>>()

/**
 * The survey with an ext name in the caller's universe, with everything the caller may see of it; cached per request.
 * Throws `not_found` where the caller's universe has no such survey, `forbidden` where their role has no access.
 */
export function surveyAccess(ctx: AccessContext, extName: string): Promise<SurveyAccess> {
  // Not cached in a transaction: its data may be newer than the request's, or never committed.
  if (ctx.db.isTransaction) return workOut(ctx, extName)
  let surveys = known.get(ctx.identity)
  if (!surveys) known.set(ctx.identity, (surveys = new Map()))
  let access = surveys.get(extName)
  if (!access) surveys.set(extName, (access = workOut(ctx, extName)))
  return access
}

async function workOut(ctx: AccessContext, extName: string): Promise<SurveyAccess> {
  const { identity } = ctx
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  const model = await loadSurveyModel(ctx, identity.universe.id, extName).catch((error: unknown) =>
    tellElsewhere(ctx, extName, error),
  )
  if (identity.key && identity.key.surveyId !== model.id) throw noSurvey(extName)
  // A preview shows the draft to whoever has the rights of the published survey, and with these rights.
  const access = await accessWith(ctx, model, () => loadUnitTree(ctx, model))
  if (identity.draft?.survey !== extName) return access
  return { ...access, model: await loadDraftModel(ctx.db, model, identity.draft.version) }
}

/**
 * What a context's caller may see of a survey that is loaded already. For files of this folder only; all others call
 * `surveyAccess`. Throws `forbidden` where their role has no access.
 */
export async function accessWith(
  ctx: AccessContext,
  model: SurveyModel,
  loadTree: () => Promise<UnitTree>,
): Promise<SurveyAccess> {
  const { identity } = ctx
  const [user, ...others] = peopleOf(identity)
  const [first, more, tree] = await Promise.all([
    limitsOf(ctx, user ?? identity, model),
    Promise.all(others.map((other) => limitsOf(ctx, other, model))),
    loadTree(),
  ])
  const today = todayIn(ctx.clock, model.timeZone)
  const ofKey = identity.key
    ? [{ ...first, questionFilters: [], confinement: confinementAt(model, tree, identity.key) }]
    : []
  const access = accessOf({ model, tree, today, locale: ctx.locale ?? localeOf(identity) }, [first, ...more, ...ofKey])
  const { db, requestId } = ctx
  if (model.anonymity && access.canViewInterviews && requestId !== undefined)
    await noteAnonymousView({ db, identity, requestId }, { survey: model, today })
  return access
}

/**
 * What people may see of a survey together, each with their own limits. For files of this folder only. Throws `forbidden`
 * where a filter cannot be applied, or no view is left.
 */
export function accessOf(
  { model, tree, today, locale }: { model: SurveyModel; tree: UnitTree; today: string; locale?: Locale },
  limits: readonly [Limits, ...Limits[]],
): SurveyAccess {
  const [first, ...others] = limits
  const rights = sharedSurveyRights([first.rights, ...others.map((one) => one.rights)])
  const places = new Places(
    model,
    tree,
    limits.map(({ confinement }) => confinement),
  )
  const canViewInterviews = model.anonymity === null || rights.flags.canViewAnon
  const own = limits.flatMap(({ questionFilters }) => conditionsOf(model, questionFilters, today))
  return {
    model,
    rights,
    places,
    views: openViews(model, rights),
    ...issueScopes(model.id, {
      places: places.conditions(),
      own: withoutRepeated(own),
      fixed: hiddenConditions(model, today),
      isOpen: canViewInterviews,
      masksIn: readsPersonalData(rights) ? null : locale,
    }),
    canViewSamples: rights.flags.canViewSamples,
    canViewInterviews,
  }
}

/**
 * Whether e-mail addresses, telephone and personal numbers in what people wrote are shown: to those who work with the people
 * asked, because they may open samples, and to those who answer them, because they may handle alerts.
 */
function readsPersonalData({ flags }: SurveyRights): boolean {
  return flags.canViewSamples || flags.canHandleAlerts
}

function localeOf({ askedLocale, locale }: Identity): Locale {
  return askedLocale ?? (isLocale(locale) ? locale : 'en')
}

/** User and actor may have the same filter, or one person in a survey and in all: it is included once. */
function withoutRepeated(conditions: readonly Condition[]): Condition[] {
  return [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()]
}

/**
 * Scopes over a whole survey for the program's own work: imports, schedules, rebuilding the analytics store, shell
 * commands. Never for a request.
 */
export function systemScopes(model: Pick<SurveyModel, 'id'>): { caseScope: CaseScope; compareScope: CompareScope } {
  return issueScopes(model.id, { places: [], own: [], fixed: [], isOpen: true, masksIn: null })
}

/**
 * Scopes over what a survey shows to anybody: all but the rows of its hidden filters. For the program's own work, where
 * what nobody sees must have no effect.
 */
export function shownScopes(
  model: SurveyModel,
  { clock }: Pick<AccessContext, 'clock'>,
): { caseScope: CaseScope; compareScope: CompareScope } {
  const fixed = hiddenConditions(model, todayIn(clock, model.timeZone))
  return issueScopes(model.id, { places: [], own: [], fixed, isOpen: true, masksIn: null })
}

/**
 * Access to a whole survey for the program's own work whose results people are shown: without the rows of its hidden
 * filters, and in an anonymous survey to published figures only. Never for a request.
 */
export async function programAccess(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  model: SurveyModel,
): Promise<SurveyAccess> {
  const fixed = hiddenConditions(model, todayIn(clock, model.timeZone))
  const isOpen = model.anonymity === null
  return {
    model,
    rights: rootSurveyRights,
    places: new Places(model, await loadUnitTree({ db }, model), []),
    views: model.views,
    ...issueScopes(model.id, { places: [], own: [], fixed, isOpen }),
    canViewSamples: false,
    canViewInterviews: isOpen,
  }
}

/**
 * Conditions of the survey's hidden filters. They are part of every scope, root's too, so that no query can omit them.
 * Throws for a filter that cannot be applied.
 */
export function hiddenConditions(model: SurveyModel, today: string): Condition[] {
  const tokens = model.config.filters.hidden.flatMap((filter) => parsePath(filter.value))
  if (tokens.length === 0) return []
  const { conditions, problems } = resolveConditions(tokens, filterFieldsOf(model), today)
  const [problem] = problems
  // Ignoring it would show hidden rows.
  if (problem) throw new Error(`The hidden filter on "${problem.name}" cannot be applied: ${String(problem.message)}`)
  return conditions
}

/**
 * Names that a survey's rows can be filtered by, with the type of their values: its questions, and configured filters
 * without a question, such as days around today, which are on the event date whatever their name.
 */
export function filterFieldsOf(model: SurveyModel): readonly FilterField[] {
  let fields = fieldsByModel.get(model)
  if (!fields) fieldsByModel.set(model, (fields = listFields(model)))
  return fields
}

const fieldsByModel = new WeakMap<SurveyModel, readonly FilterField[]>()

function listFields({ questions, facets = new Map(), config, views }: SurveyModel): FilterField[] {
  const levels = new Set(views.flatMap((view) => view.levels))
  const configured = [...config.filters.standard, ...config.filters.time].flatMap((group) => group.filters)
  return [
    ...[...facets.values(), ...questions.values()].map(({ variable, type }) => ({
      name: variable,
      kind: kindOfQuestion[type],
      isLevel: levels.has(variable),
    })),
    ...configured.flatMap((filter) => {
      const isKnown = questions.has(filter.extName) || facets.has(filter.extName)
      const variable = isKnown ? null : variableWithoutQuestion(filter)
      return variable === null ? [] : [{ name: filter.extName, kind: kindOfFilter(filter, undefined), variable }]
    }),
  ]
}

async function rightsIn({ db, identity }: AccessContext, model: SurveyModel): Promise<SurveyRights> {
  if (identity.isRoot) return rootSurveyRights
  const byRole = identity.role && combineSurveyRights(await readSurveyRights(db, model.id, identity.role.lineage))
  const rights = byRole ?? authorRights(model, identity)
  if (!rights || model.disabled)
    throw new AppError(
      'forbidden',
      say`You have no access to the survey "${model.extName}". An administrator can give it to your role.`,
    )
  return rights
}

async function filtersIn({ db, identity }: AccessContext, model: SurveyModel): Promise<UserFilter[]> {
  if (identity.isRoot || identity.role?.canSeeAllData) return []
  return readUserFilters(db, { userId: identity.userId, universeId: model.universeId, surveyId: model.id })
}

/** What one person's own role and filters allow in a survey. */
export interface Limits {
  rights: SurveyRights
  confinement: Confinement
  questionFilters: readonly UserFilter[]
}

async function limitsOf(ctx: AccessContext, person: Identity, model: SurveyModel): Promise<Limits> {
  const own = { ...ctx, identity: person }
  const [rights, filters] = await Promise.all([rightsIn(own, model), filtersIn(own, model)])
  return { rights, ...sortFilters(model, filters) }
}

/** Splits filters: those on levels of the hierarchy confine the user to places, the others are filters on questions. */
export function sortFilters(
  model: SurveyModel,
  filters: readonly UserFilter[],
): { confinement: Confinement; questionFilters: UserFilter[] } {
  const levels = new Set(model.views.flatMap((view) => view.levels))
  const confinement = new Map<string, readonly string[]>()
  const questionFilters: UserFilter[] = []
  for (const filter of filters) {
    if (!levels.has(filter.variable)) {
      questionFilters.push(filter)
      continue
    }
    const before = confinement.get(filter.variable)
    confinement.set(filter.variable, before ? before.filter((value) => filter.values.includes(value)) : filter.values)
  }
  return { confinement, questionFilters }
}

function conditionsOf(model: SurveyModel, filters: readonly UserFilter[], today: string): Condition[] {
  if (filters.length === 0) return []
  const tokens = filters.map(({ variable, values }) => ({
    name: variable,
    values: values.map((text) => (text === 'none' ? noneValue() : plainValue(text))),
  }))
  const { conditions, problems } = resolveConditions(tokens, filterFieldsOf(model), today)
  const empty = filters.find(({ values }) => values.length === 0)
  const broken = problems[0]?.name ?? empty?.variable
  // Ignoring a filter that cannot be applied would show rows the user must not see.
  if (broken !== undefined)
    throw new AppError(
      'forbidden',
      say`Your rights are limited by "${broken}", which cannot be applied to the survey "${model.extName}". Ask an administrator to correct your filters.`,
    )
  return conditions
}

function openViews(model: SurveyModel, { views, viewOrder }: SurveyRights): View[] {
  const open = model.views.filter((view) => views === null || views.has(view.extName))
  if (open.length === 0 && model.views.length > 0)
    throw new AppError('forbidden', say`Your role may open no view of the survey "${model.extName}".`)
  const place = (view: View): number => {
    const index = viewOrder.indexOf(view.extName)
    return index < 0 ? viewOrder.length : index
  }
  return open.toSorted((a, b) => place(a) - place(b))
}
