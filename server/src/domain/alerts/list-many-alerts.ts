import { EVENT_DATE } from '@gensvar/contract/conditions'
import { whileUpToDate } from '#server/domain/cases/while-up-to-date.ts'
import type { Ctx } from '#server/domain/context.ts'
import { StoredAlerts } from '#server/domain/figures/stored-alerts.ts'
import type { StoredAlertOrder } from '#server/domain/figures/stored-alerts.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import {
  alertOrder,
  isAlertField,
  needsInterview,
  ownerText,
  rulesInOrder,
  rulesTitled,
  whereAlerts,
} from './alert-query.ts'
import type { AlertSelection } from './alert-query.ts'
import { alertPageOf, listAlertsOf } from './list-alerts.ts'
import type { AlertPage, AlertRequest } from './list-alerts.ts'

/** Orders that no index of PostgreSQL has, so that it would sort all alerts for a page. */
const sortedWhole: ReadonlySet<string> = new Set(['owner', 'state', 'title', 'rule', 'raised', 'created', 'closed'])

/**
 * A page of alerts as `alertPageOf` has it, of a list that can be very long. Where a filter, the order or the text asks for
 * answers, or all would have to be sorted, the figures' store searches, counts and sorts them if it has every change; the rows
 * are read from PostgreSQL all the same. Otherwise PostgreSQL does all of it. Throws as `alertPageOf` does.
 */
export async function listManyAlerts(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  request: AlertRequest,
): Promise<AlertPage> {
  const order = alertOrder(model, request.sort, request.locale)
  const listed =
    (sortedWhole.has(request.sort.by) || needsInterview(await whereAlerts(deps, model, scope, request), order)) &&
    (await whileUpToDate(deps, model.id, () => pageByStore(deps, model, scope, request)))
  return listed || alertPageOf(deps, model, scope, request)
}

/** Opens the alerts of a selection in the figures' store. */
export async function openStoredAlerts(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, text = '', textIn, locale }: AlertSelection,
): Promise<StoredAlerts> {
  const [rules, owners] =
    text === ''
      ? [[], []]
      : await Promise.all([
          StoredAlerts.rules(deps, model).then((stored) => rulesTitled(model, text, locale, stored)),
          ownersOf(deps, model, text),
        ])
  return StoredAlerts.open(deps, model, scope, {
    conditions,
    text,
    textIn: textIn ?? [...model.questions.keys()],
    rules,
    owners: owners.map(({ id }) => id),
  })
}

/** The owners of a survey's alerts whose names contain a text, with the places of their names in order. */
export async function ownersOf(
  deps: Ctx,
  model: SurveyModel,
  text: string,
): Promise<{ id: number; name: string; place: number }[]> {
  const ids = await StoredAlerts.owners(deps, model)
  const statement = portableSql`
    select o.id, ${ownerText} as name, dense_rank() over (order by lower(${ownerText}) collate "C") as place
      from app_user o
     where o.id = any(${ids}::int[]) and position(lower(${text}::text) in lower(${ownerText})) > 0`
  return limitedQuery(deps.pool, statement, deps.work)
}

async function pageByStore(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  request: AlertRequest,
): Promise<AlertPage | null> {
  const by = await storedOrder(deps, model, request)
  if (!by || request.raisedAt) return null
  const { sort, from, to, states, ownerId, overdueAt } = request
  const list = await openStoredAlerts(deps, model, scope, request)
  const { ids, total, counts } = await list.page({
    by,
    desc: sort.desc,
    from,
    to,
    states,
    ...(ownerId !== undefined && { ownerId }),
    ...(overdueAt && { overdueAt }),
    asker: { userId: deps.identity.userId, now: deps.clock.now() },
  })
  return { rows: await listAlertsOf(deps, model, scope, request, ids), total, counts }
}

/** What the store sorts by; null for what only PostgreSQL knows. */
async function storedOrder(
  deps: Ctx,
  model: SurveyModel,
  { sort: { by }, locale }: AlertRequest,
): Promise<StoredAlertOrder | null> {
  const question = model.questions.get(by)
  if (question) return question.type === 'multiple' ? null : question
  if (by === EVENT_DATE || by === 'eventdate') return 'date'
  if (by === 'id') return 'id'
  if (!isAlertField(model, by)) return null
  switch (by) {
    case 'due':
    case 'state':
    case 'closed':
    case 'raised':
      return by
    case 'created':
      return 'raised'
    case 'owner': {
      const owners = await ownersOf(deps, model, '')
      return { column: 'alert_owner', places: new Map(owners.map(({ id, place }) => [id, place])) }
    }
    case 'title':
    case 'rule':
      return {
        column: 'alert_rule',
        places: new Map(rulesInOrder(model, locale).map((rule, place) => [rule, place])),
      }
  }
}
