import type { Action } from '@gensvar/contract/entities/actions'
import { locales } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { countName, indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { filtersText } from '#server/domain/paths/filter-facts.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { commentsOf } from './action-comments.ts'
import { actionFigures } from './action-figure.ts'
import type { ActionFigureRequest, KnownFigure } from './action-figure.ts'
import { mayEdit, ownsPlace } from './action-rights.ts'
import { readActionComments, readActionRow, readPlaceActions } from './action-store.ts'
import type { ActionRow, StoredActionComment } from './action-store.ts'
import { drillPathOf, placeOfAnchor, placeText } from './anchor.ts'
import type { ActionPlace } from './anchor.ts'
import { actionEffectOf } from './effect-text.ts'
import { periodTitleOf, spanEndingOn } from './effective-period.ts'
import type { ActionSpan } from './effective-period.ts'
import { goneItem, itemOf } from './items.ts'
import { thoseResponsible } from './responsibles.ts'

/** An action that the caller sees, with its place. */
export interface SeenAction {
  row: ActionRow
  place: ActionPlace
}

/** What the caller sees of an action. Throws `not_found` for one of a place that is not theirs. */
export async function readAction(ctx: Pick<Ctx, 'db'>, access: SurveyAccess, id: number): Promise<SeenAction> {
  const row = await readActionRow(ctx, access.model.id, id)
  const place = row && placeOfAnchor(access.model, await loadUnitTree(ctx, access.model), row)
  if (!row || !place || !ownsPlace(access, place)) throw new AppError('not_found', say`There is no action ${id}.`)
  return { row, place }
}

/**
 * The actions of a place: open ones by their deadline, the last closed ones first. None of a place that is not the caller's
 * own. With units as they are now also those of the units that the place goes on from.
 */
export async function listActions(
  request: FigureRequest,
  place: ActionPlace,
): Promise<{ open: Action[]; closed: Action[] }> {
  const { ctx, access, requested } = request
  const unitIds = idsOfPlace(access, requested, place)
  if (unitIds?.length === 0) return { open: [], closed: [] }
  const { open, closed } = await readPlaceActions(ctx, access.model.id, { view: place.view, unitIds })
  const placeOf = (row: ActionRow): ActionPlace | null =>
    row.unitId === (requested.unit?.id ?? null)
      ? { ...place, filters: row.filters }
      : placeOfAnchor(access.model, requested.was, row)
  const seen = (rows: readonly ActionRow[]): SeenAction[] =>
    rows.flatMap((row) => {
      const at = placeOf(row)
      return at ? [{ row, place: at }] : []
    })
  const shown = seen(open)
  const actions = await actionsOf(request, [...shown, ...seen(closed)])
  return { open: actions.slice(0, shown.length), closed: actions.slice(shown.length) }
}

/** Ids of the units whose actions are those of the requested place, of those that are the caller's own; null at the top. */
function idsOfPlace(
  access: SurveyAccess,
  { unit, tree, asOf }: RequestedPath,
  place: ActionPlace,
): readonly number[] | null {
  if (!unit || asOf === null) return ownsPlace(access, place) ? (unit ? [unit.id] : null) : []
  return tree
    .idsOf(unit)
    .filter((id) => access.compareScope.own.length === 0 && access.places.coversUnit(place.view, id))
}

/** An action that the caller sees, as shown to them. */
export async function actionOf(request: ActionFigureRequest, seen: SeenAction): Promise<Action> {
  const [action] = await actionsOf(request, [seen])
  if (!action) throw new Error('An action has no text')
  return action
}

/** The days that the current figure of an action covers: those ending today, or on its deadline where that is past. */
export function currentSpan(period: string, deadline: string | null, today: string): ActionSpan {
  return spanEndingOn(period, deadline !== null && deadline < today ? deadline : today)
}

async function actionsOf(request: ActionFigureRequest, seen: readonly SeenAction[]): Promise<Action[]> {
  const { ctx, access } = request
  const { model } = access
  const today = todayIn(ctx.clock, model.timeZone)
  const asked = seen.flatMap((one) => {
    const item = one.row.state === 0 ? itemOf(model, one.row.extname) : null
    return item ? [{ one, place: one.place, item, span: currentSpan(one.row.period, one.row.deadline, today) }] : []
  })
  const [tree, comments, figures, gone] = await Promise.all([
    loadUnitTree(ctx, model),
    readActionComments(
      ctx,
      seen.map(({ row }) => row.id),
    ),
    actionFigures(request, asked),
    usersWithoutRights(request, seen),
  ])
  const current = new Map(asked.map(({ one }, at) => [one, figures[at]]))
  return seen.map((one) => {
    const isGone = one.row.responsibleUserId !== null && gone.has(one.row.responsibleUserId)
    return shownAction(request, tree, one, {
      figure: current.get(one) ?? null,
      comments: comments.get(one.row.id) ?? [],
      isGone,
    })
  })
}

/** Ids of those responsible for open actions at a place who can no longer be. */
async function usersWithoutRights(
  { ctx, access }: ActionFigureRequest,
  seen: readonly SeenAction[],
): Promise<ReadonlySet<number>> {
  const places = new Map<number, ActionPlace>()
  for (const { row, place } of seen)
    if (row.state === 0 && row.responsibleUserId !== null) places.set(row.responsibleUserId, place)
  const can = await thoseResponsible(ctx, access, places)
  return new Set([...places.keys()].filter((userId) => !can.has(userId)))
}

interface Known {
  /** The current figure of an open action whose item is configured. */
  figure: KnownFigure | null
  comments: readonly StoredActionComment[]
  /** Whether whoever is responsible can no longer be. */
  isGone: boolean
}

function shownAction(
  { ctx, access }: ActionFigureRequest,
  tree: UnitTree,
  { row, place }: SeenAction,
  { figure, comments, isGone }: Known,
): Action {
  const { model } = access
  const { locale } = ctx
  const item = itemOf(model, row.extname)
  const indicator = item?.indicator ?? formerIndicator(model, row.extname)
  const value = row.state === 0 ? (figure?.value ?? null) : (row.result?.end.value ?? null)
  const baseline = row.baseline?.value ?? null
  const responsible = row.responsibleName || row.responsibleUsername || ''
  const notice = item
    ? (figure?.why ?? (isGone ? say`${responsible} no longer sees this place, or may no longer edit actions.` : null))
    : goneItem(indicator.title)
  return {
    id: row.id,
    extname: row.extname,
    state: row.state,
    expression: item?.expression ?? row.expression,
    goal: row.goal,
    periodStartDate: row.periodStart,
    deadline: row.deadline,
    responsible: row.responsibleUsername ?? '',
    comments: '',
    commentsList: commentsOf(comments, indicator, locale),
    period: row.period,
    suggestion: false,
    canEdit: mayEdit(access, row, place),
    ...textsOf(model, tree, { indicator, ...row }),
    goalText: formatValue(indicator, row.goal, locale) ?? '',
    endValueText: formatValue(indicator, value, locale) ?? '',
    varData: varDataOf(indicator, { value, goalValue: row.goal }),
    version: row.version,
    kind: row.kind,
    responsibleName: responsible,
    place: placeText(tree, row.unitId, locale),
    drillPath: drillPathOf(access, place),
    reason: row.reason,
    formattedBaseline: formatValue(indicator, baseline, locale),
    baselineValue: baseline,
    effect: row.state !== 0 && row.result ? actionEffectOf(row.result, indicator, locale) : null,
    notice: notice && localWords(notice),
  }
}

/** What the texts of an action are made of. */
interface ActionTexts {
  indicator: Pick<Indicator, 'title'>
  period: string
  deadline: string | null
  filters: string
  kind: string | null
}

/** The texts of an action, in every language. */
export function textsOf(
  model: SurveyModel,
  tree: UnitTree,
  action: ActionTexts,
): Pick<Action, 'variableText' | 'periodText' | 'deadlineText' | 'filterText' | 'kindText'> {
  const { indicator, period, deadline, filters, kind } = action
  const title = periodTitleOf(period)
  return {
    variableText: indicator.title,
    periodText: typeof title === 'string' ? title : localWords(title),
    deadlineText:
      deadline === null ? '' : Object.fromEntries(locales.map((locale) => [locale, dateText(deadline, locale)])),
    filterText: Object.fromEntries(locales.map((locale) => [locale, filtersText(model, tree, filters, locale)])),
    kindText: model.config.actions.kinds.find(({ extname }) => extname === kind)?.title ?? kind ?? '',
  }
}

/** The figures of the score bar of an action. */
export function varDataOf(
  { inverse, minValue, maxValue }: Pick<Indicator, 'inverse' | 'minValue' | 'maxValue'>,
  { value, goalValue }: Pick<Action['varData'], 'value' | 'goalValue'>,
): Action['varData'] {
  return { value, goalValue, inverse, minValue, maxValue }
}

/** What an item that is no longer configured is shown as: as the indicator it was, or by its name alone. */
export function formerIndicator(model: SurveyModel, extname: string): Indicator {
  if (isIndicator(model, extname)) return indicatorOf(model, extname)
  return { ...indicatorOf(model, countName), name: extname, title: extname, decimals: 1, counts: false }
}
