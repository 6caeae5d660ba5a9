import type { excludedPerson } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { caseOf } from '#server/domain/cases/case-query.ts'
import type { CaseDeps, RawCase } from '#server/domain/cases/case-query.ts'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import { caseStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { translate } from '#server/platform/translate.ts'
import type { Campaign } from '../campaign.ts'
import { sendingRulesOf } from '../rules/sending-rules.ts'
import { exclusionWords } from './exclusion-words.ts'
import { seenMessages } from './seen.ts'

/** Somebody whom a campaign left out. */
export type ExcludedPerson = z.input<typeof excludedPerson>

/** Most rows of a page. */
const maxPageRows = 1000

/** People whom a campaign left out, by the rule that did, as far as the caller may see them; the largest number first. */
export async function countExclusions(
  ctx: Ctx,
  access: Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>,
  campaignId: number,
): Promise<{ rule: string; title: string; count: number }[]> {
  const where = await whereExcluded(ctx, access, campaignId)
  const [rows, { rules }] = await Promise.all([
    inTurn(ctx, () =>
      limitedQuery<{ rule: string; count: number }>(
        ctx.pool,
        portableSql`select e.rule, count(*)::int as count from campaign_exclusion e where ${where}
                     group by e.rule order by count desc, e.rule`,
        ctx.work,
      ),
    ),
    sendingRulesOf(ctx.db, access.model.universeId),
  ])
  return rows.map((row) => ({ ...row, title: translate(exclusionWords(row.rule, rules), ctx.locale) }))
}

/** A page of the people whom a campaign left out, as far as the caller may see them; of one rule where it is named. */
export async function listExclusions(
  ctx: Ctx,
  access: Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>,
  { id, sendingType }: Pick<Campaign, 'id' | 'sendingType'>,
  { from, to, rule }: { from: number; to: number; rule?: string | undefined },
): Promise<{ rows: ExcludedPerson[]; totalRows: number }> {
  const all = await whereExcluded(ctx, access, id)
  const where = rule === undefined ? all : and([all, portableSql`e.rule = ${rule}`])
  const { model } = access
  const field = sendingType === 'EMAIL' ? 'email' : 'phone'
  return inTurn(ctx, async () => {
    const [rows, [counted]] = await Promise.all([
      readPeople(ctx, where, { from, to: Math.min(to, from + maxPageRows) }),
      limitedQuery<{ n: number }>(
        ctx.pool,
        portableSql`select count(*)::int as n from campaign_exclusion e where ${where}`,
        ctx.work,
      ),
    ])
    return {
      rows: rows.map((row) => ({
        id: row.id,
        respondent: contactText(model, row, 'name'),
        email: contactText(model, row, field),
        status: caseStateText(String(row.state), ctx.locale),
        sendingType,
        rule: row.rule,
      })),
      totalRows: counted?.n ?? 0,
    }
  })
}

async function readPeople(deps: CaseDeps, where: Fragment, { from, to }: { from: number; to: number }) {
  if (to <= from) return []
  const rows = await limitedQuery<RawCase & { rule: string }>(
    deps.pool,
    portableSql`
      select r.id, r.state, r.event_date, r.completed_at, r.answers, r.contact, r.unit_ids, r.version,
             null::int as alert_state, e.rule
        from campaign_exclusion e join response r on r.id = e.response_id
       where ${where} order by e.response_id limit ${integer(to - from)} offset ${integer(from)}`,
    deps.work,
  )
  return rows.map((row) => ({ ...caseOf(row), rule: row.rule }))
}

async function whereExcluded(
  deps: CaseDeps,
  access: Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>,
  campaignId: number,
): Promise<Fragment> {
  const { isWhole, isAnonymous, whereResponse } = await seenMessages(deps, access)
  return and([
    portableSql`e.campaign_id = ${campaignId}::int`,
    ...(isWhole ? [] : [portableSql`exists (select from response r where r.id = e.response_id and ${whereResponse})`]),
    // Nobody is told who has answered.
    ...(isAnonymous ? [portableSql`e.rule <> 'completed'`] : []),
  ])
}
