import { maxResponsibles } from '@gensvar/contract/actions'
import { addToDate, toDayNumber } from '@gensvar/contract/dates'
import { resolveDateValue } from '@gensvar/contract/date-filters'
import type { Action, ActionData } from '@gensvar/contract/entities/actions'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { LocalText } from '@gensvar/contract/local-text'
import { periodIndex, periodStart } from '@gensvar/contract/periods'
import { actionFigure } from '#server/domain/actions/action-figure.ts'
import { demandAnchor, mayEdit } from '#server/domain/actions/action-rights.ts'
import { anchorOf, placeOfRequest } from '#server/domain/actions/anchor.ts'
import type { ActionPlace } from '#server/domain/actions/anchor.ts'
import { newAction } from '#server/domain/actions/draft-action.ts'
import { actionPeriods, spanEndingOn } from '#server/domain/actions/effective-period.ts'
import { actionItems, itemOf, itemWith } from '#server/domain/actions/items.ts'
import { actionOf, readAction } from '#server/domain/actions/read-actions.ts'
import { demandItem, demandPeriod } from '#server/domain/actions/read-save.ts'
import type { ActionSave } from '#server/domain/actions/read-save.ts'
import { possibleResponsibles } from '#server/domain/actions/responsibles.ts'
import { removeAction, saveAction } from '#server/domain/actions/save-action.ts'
import type { Ctx } from '#server/domain/context.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { spanText, withSpan } from '#server/domain/indicators/period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { chartOf, firstPeriod } from '#server/widgets/shared/chart.ts'

export { evaluationTask } from './evaluation-task.ts'

/** A place of a survey. */
interface NamedPlace {
  survey: string
  drillPath: string
}

/** An action with what can be chosen for it; a new one for id 0. Throws `not_found`, and `forbidden` where none can be made. */
export async function getActionData(
  ctx: Ctx,
  { actionId, ...at }: NamedPlace & { actionId: number },
  extname: string | undefined,
): Promise<ActionData> {
  const { access, requested, place } = await placeAt(ctx, at)
  const { model } = access
  const seen = actionId === 0 ? null : await readAction(ctx, access, actionId)
  if (!seen) demandAnchor(access, place)
  return {
    updateData: seen
      ? await actionOf({ ctx, access }, seen)
      : await newAction({ ctx, access, requested }, extname === undefined ? null : itemOf(model, extname)),
    actionableItems: actionItems(model).map(({ expression, indicator, goalMin, goalMax, ...item }) => ({
      expression,
      extname: item.extname,
      title: indicator.title,
      goalMin,
      goalMax,
    })),
    periods: actionPeriods(model).map(({ value, title }) => ({ value, title: localWords(title) })),
    kinds: model.config.actions.kinds,
    canDelete: seen !== null && mayEdit(access, seen.row, seen.place),
  }
}

/** Saves an action. Throws as `saveAction` does. */
export async function updateAction(ctx: Ctx, at: NamedPlace, save: ActionSave): Promise<Action> {
  const { access, requested } = await placeAt(ctx, at)
  const id = await saveAction(ctx, access, requested, save)
  return actionOf({ ctx, access }, await readAction(ctx, access, id))
}

/** Deletes an action. Throws as `removeAction` does. */
export async function deleteAction(ctx: Ctx, survey: string, actionId: number): Promise<{ ok: true }> {
  await removeAction(ctx, await surveyAccess(ctx, survey), actionId)
  return { ok: true }
}

/** The days an action's end value covers. Throws `validation` for a period that actions of the survey do not have. */
export async function getEffectivePeriod(
  ctx: Ctx,
  survey: string,
  { period, deadline }: { period: string; deadline: string },
): Promise<{ from: string; to: string; text: LocalText }> {
  demandPeriod(await surveyAccess(ctx, survey), period, deadline)
  const span = spanEndingOn(period, deadline)
  return { from: span.from, to: addToDate(span.to, -1, 'd'), text: spanText(span) }
}

/** The current value of an item at a place. Throws `validation` at `expression` and `period`. */
export async function getActionValue(
  ctx: Ctx,
  at: NamedPlace,
  { expression, period }: { expression: string; period: string },
) {
  const { access, requested, place } = await placeAt(ctx, at)
  const item = demandItem(itemWith(access.model, expression))
  demandPeriod(access, period)
  const { value, n, why } = await actionFigure({ ctx, access }, place, item, spanEndingOn(period, requested.today))
  return {
    value,
    formattedValue: formatValue(item.indicator, value, ctx.locale),
    n: why ? null : n,
    withheld: why && localWords(why),
    unit: item.indicator.unit,
  }
}

/** An item at a place over the last two years. Throws `validation` at `expression`. */
export async function getActionChart(ctx: Ctx, at: NamedPlace, expression: string): Promise<ChartData> {
  const { access, requested } = await placeAt(ctx, at)
  const { indicator } = demandItem(itemWith(access.model, expression))
  const request = { ctx, access, requested: overTwoYears(access, requested) }
  return chartOf(request, [indicator], (await firstPeriod(request, ['months'])) ?? 'months', [], false)
}

/** Those who can be responsible for an action at a place. Throws `forbidden` where the caller may not make one. */
export async function listResponsibles(ctx: Ctx, at: NamedPlace, term: string) {
  const { access, requested, place } = await placeAt(ctx, at)
  demandAnchor(access, place)
  const found = await possibleResponsibles(
    ctx,
    access,
    { place, unit: requested.unit },
    { term, most: maxResponsibles },
  )
  return { users: found.map(({ username, name }) => ({ username, name })) }
}

interface KnownPlace {
  access: SurveyAccess
  requested: RequestedPath
  place: ActionPlace
}

async function placeAt(ctx: Ctx, { survey, drillPath }: NamedPlace): Promise<KnownPlace> {
  const access = await surveyAccess(ctx, survey)
  const requested = await requestedPath(ctx, access, drillPath)
  return { access, requested, place: { ...placeOfRequest(requested), filters: anchorOf(access, requested).filters } }
}

/** Whole months, or in an anonymous survey whole quarters that are over, whatever dates the path asks for. */
function overTwoYears({ model }: SurveyAccess, requested: RequestedPath): RequestedPath {
  const { today, conditions, filterConditions } = requested
  const closed = model.anonymity && resolveDateValue('last_8q', today)
  const span =
    closed?.kind === 'span'
      ? { from: closed.from, to: closed.to }
      : { from: periodStart('month', periodIndex('month', toDayNumber(today)) - 24), to: addToDate(today, 1, 'd') }
  return {
    ...requested,
    conditions: withSpan(conditions, span),
    filterConditions: withSpan(filterConditions, span),
  }
}
