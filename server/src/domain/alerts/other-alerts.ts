import type { otherAlert } from '@gensvar/contract/entities/alerts'
import type { z } from 'zod'
import { whereCases } from '#server/domain/cases/case-query.ts'
import { alertStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AlertRow } from './alert-query.ts'
import { titleOfRule } from './alert-rule.ts'

/** Most other alerts of a customer that are listed. */
const maxListed = 50

/**
 * Other alerts of the same customer that the caller may open, newest first: of interviews with the same e-mail address or
 * phone number, and of those in `linked`, which the survey itself links.
 */
export async function otherAlerts(
  ctx: Ctx,
  { model, caseScope }: SurveyAccess,
  alert: AlertRow,
  linked: readonly number[],
): Promise<z.input<typeof otherAlert>[]> {
  const { response } = alert
  const known = (['email', 'phone'] as const).flatMap((field) => {
    const value = contactText(model, response, field)
    return value === '' ? [] : [{ field, value, variable: model.config.respondent[field] }]
  })
  const same: Fragment[] = [
    portableSql`r.id = any(${[...linked, response.id]}::bigint[])`,
    ...known.map(({ field, value }) =>
      field === 'email'
        ? portableSql`lower(r.contact->>'email') = lower(${value}::text)`
        : portableSql`r.contact->>'phone' = ${value}::text`,
    ),
  ]
  const statements = same.map(
    (what) => portableSql`select r.id from response r where r.survey_id = ${model.id} and ${what}`,
  )
  // Answers have no index: only those of interviews with alerts are looked at.
  const answers = known.flatMap(({ variable, value }) =>
    variable === undefined || !model.questions.has(variable)
      ? []
      : [portableSql`lower(r.answers->>${variable}::text) = lower(${value}::text)`],
  )
  if (answers.length > 0)
    statements.push(portableSql`
      select r.id from alert x join response r on r.id = x.response_id
       where x.survey_id = ${model.id} and ${or(answers)}`)
  const inScope = await whereCases(ctx, model, caseScope, { conditions: [] })
  const rows = await limitedQuery<{ id: number; rule: string; state: AlertRow['state']; raised_at: Date }>(
    ctx.pool,
    portableSql`
      select a.id, a.rule, a.state, a.created_at as raised_at
        from alert a join response r on r.id = a.response_id
       where a.response_id = any(array(${unions(statements)})) and a.id <> ${integer(alert.id)}
         and r.state = 0 and ${inScope}
       order by a.created_at desc, a.id desc limit ${integer(maxListed)}`,
    ctx.work,
  )
  return rows.map((row) => ({
    id: row.id,
    title: titleOfRule(model, row.rule, ctx.locale),
    alertState: row.state,
    stateText: alertStateText(row.state, ctx.locale),
    raisedAt: row.raised_at.toISOString(),
  }))
}

function unions([first = portableSql`select 0`, ...more]: readonly Fragment[]): Fragment {
  return more.reduce((all, one) => portableSql`${all} union ${one}`, first)
}
