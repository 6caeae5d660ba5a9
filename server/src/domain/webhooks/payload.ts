import type { AlertState } from '@gensvar/contract/entities/states'
import { itemOf } from '#server/domain/actions/items.ts'
import { readActionRow } from '#server/domain/actions/action-store.ts'
import type { ActionRow } from '#server/domain/actions/action-store.ts'
import { ruleOf } from '#server/domain/alerts/alert-rule.ts'
import { findAlerts } from '#server/domain/alerts/read-alerts.ts'
import { readCampaign } from '#server/domain/campaigns/campaign.ts'
import { streamCases } from '#server/domain/cases/stream-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

/** What a message is made of. */
type Told = Pick<
  ClaimedDelivery,
  'id' | 'event' | 'surveyId' | 'responseId' | 'objectId' | 'details' | 'webhookTitle' | 'createdAt'
>

/** What of a survey is asked while its messages are made. */
interface Telling {
  ctx: Ctx
  access: SurveyAccess
  tree: UnitTree
}

type Parts = ReadonlyMap<number, object>

/**
 * The bodies of messages, by their ids, made of their objects as they are now and with what the program may see: nothing of
 * hidden filters, and of an anonymous survey no response and no figure. A message whose object is gone, or must not be told
 * of, has none.
 */
export async function bodiesOf(ctx: Ctx, messages: readonly Told[]): Promise<ReadonlyMap<number, string>> {
  const bodies = new Map<number, string>()
  for (const [surveyId, told] of Map.groupBy(messages, (message) => message.surveyId)) {
    const data = surveyId === null ? testsOf(told) : await dataOf(ctx, surveyId, told)
    for (const { id, event, createdAt } of told) {
      const found = data.get(id)
      if (found) bodies.set(id, JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data: found }))
    }
  }
  return bodies
}

function testsOf(told: readonly Told[]): Parts {
  return new Map(
    told.flatMap(({ id, event, webhookTitle }) => (event === 'test' ? [[id, { webhook: webhookTitle }]] : [])),
  )
}

async function dataOf(ctx: Ctx, surveyId: number, told: readonly Told[]): Promise<Parts> {
  const model = await findSurveyModelById(ctx, surveyId)
  if (!model) return new Map()
  const access = await programAccess(ctx, model)
  const telling = { ctx, access, tree: await loadUnitTree(ctx, model) }
  const survey = { name: model.extName, title: model.title }
  const [responses, alerts, actions, campaigns] = await Promise.all([
    responsesOf(telling, idsOf(told, 'response.', 'responseId')),
    alertsOf(telling, idsOf(told, 'alert.', 'objectId')),
    actionsOf(telling, idsOf(told, 'action.', 'objectId')),
    campaignsOf(telling, idsOf(told, 'campaign.', 'objectId')),
  ])
  const partOf = ({ event, responseId, objectId, details }: Told): object | null => {
    const named = (key: string, part: object | undefined) => (part ? { [key]: part } : null)
    // Of an action that was deleted nothing but its number is left.
    if (event === 'action.removed') return { action: { id: objectId } }
    if (event.startsWith('action.')) return named('action', actions.get(objectId ?? 0))
    if (event.startsWith('alert.')) return named('alert', alerts.get(objectId ?? 0))
    if (event.startsWith('campaign.')) return named('campaign', campaigns.get(objectId ?? 0))
    if (event === 'response.completed') return named('response', responses.get(responseId ?? 0))
    if (event === 'responses.imported') return access.canViewInterviews ? { import: details } : null
    return event === 'responses.released' ? {} : null
  }
  return new Map(
    told.flatMap((message): [number, object][] => {
      const part = partOf(message)
      return part ? [[message.id, { survey, ...part }]] : []
    }),
  )
}

function idsOf(told: readonly Told[], events: string, of: 'responseId' | 'objectId'): number[] {
  return [...new Set(told.flatMap((one) => (one.event.startsWith(events) ? (one[of] ?? []) : [])))]
}

async function responsesOf(telling: Telling, ids: readonly number[]): Promise<Parts> {
  const { ctx, access } = telling
  const found = new Map<number, object>()
  if (ids.length === 0 || !access.canViewInterviews) return found
  const deps = { db: ctx.db, pool: ctx.pool }
  for await (const rows of streamCases(deps, access.model, access.caseScope, { conditions: [], ids }))
    for (const { id, state, eventDate, completedAt, answers, unitIds } of rows)
      if (state === 0)
        found.set(id, {
          ...{ id, eventDate, completedAt: completedAt?.toISOString() ?? null },
          place: placeOf(telling, unitIds),
          answers,
        })
  return found
}

const alertStates: Readonly<Record<AlertState, string>> = { 2: 'open', 6: 'processing', 3: 'closed' }

async function alertsOf(telling: Telling, ids: readonly number[]): Promise<Parts> {
  const { ctx, access } = telling
  const { model } = access
  if (ids.length === 0 || !access.canViewInterviews) return new Map()
  const rows = await findAlerts(ctx, access, ids)
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null
  return new Map(
    rows.map(({ id, rule, state, raisedAt, dueAt, closedAt, ownerName, response }) => [
      id,
      {
        ...{ id, rule, title: ruleOf(model, rule)?.title ?? rule, state: alertStates[state] },
        ...{ raisedAt: iso(raisedAt), dueAt: iso(dueAt), closedAt: iso(closedAt), owner: ownerName || null },
        response: response.id,
        place: placeOf(telling, response.unitIds),
        link: `${configuredAddress(ctx.config)}/alert/${encodeURIComponent(model.extName)}/${id}`,
      },
    ]),
  )
}

const actionStates: Readonly<Record<ActionRow['state'], string>> = { 0: 'open', 1: 'completed', 2: 'failed' }

async function actionsOf(telling: Telling, ids: readonly number[]): Promise<Parts> {
  const { ctx, access } = telling
  const found = new Map<number, object>()
  for (const id of ids) {
    const row = await readActionRow(ctx, access.model.id, id)
    if (!row) continue
    const { extname, kind, state, goal, periodStart, deadline, responsibleName, responsibleUsername, filters } = row
    found.set(id, {
      ...{ id, item: extname, title: itemOf(access.model, extname)?.indicator.title ?? extname, kind },
      ...{ state: actionStates[state], goal, startsOn: periodStart, deadline, filters },
      responsible: responsibleName || responsibleUsername,
      place: row.unitId === null ? [] : placeOf(telling, [row.unitId]),
    })
  }
  return found
}

async function campaignsOf({ ctx, access }: Telling, ids: readonly number[]): Promise<Parts> {
  const found = new Map<number, object>()
  for (const id of ids) {
    const campaign = await readCampaign(ctx.db, access.model.id, id)
    if (!campaign) continue
    const { extName: name, title, sendingType: channel, state } = campaign
    found.set(id, { id, name, title, channel, state: state.toLowerCase() })
  }
  return found
}

/** The units of a place from the top, in the first view that it is in; none where it is in no view. */
function placeOf({ access, tree }: Telling, unitIds: readonly number[]): object[] {
  const units = unitIds.flatMap((id) => tree.unit(id) ?? [])
  for (const view of access.views) {
    const unit = units.find(({ viewId }) => viewId === view.id)
    if (unit)
      return tree
        .pathOf(unit)
        .map(({ extName: name, titles: title }, depth) => ({ level: view.levels[depth] ?? '', name, title }))
  }
  return []
}
