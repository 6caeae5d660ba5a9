import type { listApiAlerts as alertsRoute } from '@gensvar/contract/api-reading'
import { alertStateNames } from '@gensvar/contract/alert-filters'
import type { AlertState } from '@gensvar/contract/entities/states'
import type { z } from 'zod'
import { titleOfRule } from '#server/domain/alerts/alert-rule.ts'
import { listAlerts } from '#server/domain/alerts/list-alerts.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { pageOf, readCursor } from './cursor.ts'

type StateName = (typeof alertStateNames)[number]

const stateOf: Readonly<Record<StateName, AlertState>> = { open: 2, processing: 6, closed: 3 }

/** Alerts of a place, in the order they were raised. Throws `forbidden` in an anonymous survey, which has none. */
export async function listApiAlerts(
  ctx: KeyCtx,
  survey: string,
  { path, state, ...page }: z.output<typeof alertsRoute.query>,
): Promise<z.input<typeof alertsRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  demandSingleAnswers(access)
  const { model } = access
  const { conditions } = await requestedPath(ctx, access, path)
  const found = await listAlerts(ctx, model, access.caseScope, {
    conditions,
    states: state === undefined ? [] : [stateOf[state]],
    sort: { by: 'raised', desc: false },
    locale: ctx.locale,
    afterId: readCursor(page) ?? 0,
    from: 0,
    to: page.limit + 1,
  })
  const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
  return {
    rows: rows.map((alert) => ({
      id: alert.id,
      rule: alert.rule,
      title: titleOfRule(model, alert.rule, ctx.locale),
      state: alertStateNames.find((name) => stateOf[name] === alert.state) ?? 'open',
      raised: alert.raisedAt.toISOString(),
      closed: alert.closedAt?.toISOString() ?? null,
      due: alert.dueAt?.toISOString() ?? null,
      owner: alert.ownerName,
      interviewId: alert.response.id,
      version: alert.version,
    })),
    next,
  }
}
