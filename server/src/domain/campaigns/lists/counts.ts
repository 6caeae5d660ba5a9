import type { campaignCounts } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import { seenMessages } from './seen.ts'

/** What became of the messages of a campaign. */
export type CampaignCounts = z.infer<typeof campaignCounts>

/** Numbers as they are read. */
type CountedRow = { campaignId: number } & PlainCounts

/**
 * What became of the messages that the caller may see, by campaign; campaigns without any are left out. Whoever sees the
 * whole survey gets the numbers that are kept, anybody else has theirs counted.
 */
export async function countMessages(
  deps: CaseDeps,
  access: Pick<SurveyAccess, 'model' | 'caseScope'>,
  campaignIds: readonly number[],
): Promise<Map<number, CampaignCounts>> {
  if (campaignIds.length === 0) return new Map()
  const seen = await seenMessages(deps, access)
  const rows = seen.isWhole
    ? await readCounts(deps, campaignIds)
    : await inTurn(deps, () => countRows(deps, seen, campaignIds))
  return new Map(rows.map(({ campaignId, ...counts }) => [campaignId, toldCounts(access, counts)]))
}

/** Numbers of all messages of campaigns, or of those that somebody may see, before anything is withheld. */
export type PlainCounts = { [Name in keyof CampaignCounts]: number }

/**
 * The numbers as the caller is told them: in an anonymous survey not how many opened, clicked and answered, unless these are
 * all the messages of a campaign that wrote to enough people.
 */
export function toldCounts(
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope'>,
  counts: PlainCounts,
): CampaignCounts {
  if (model.anonymity === null) return counts
  const isTold = caseScope.conditions.length === 0 && counts.sent >= model.anonymity.minimum[0]
  return isTold ? counts : { ...counts, opened: null, clicked: null, answered: null }
}

/** The numbers of a campaign without messages. */
export const noMessages: CampaignCounts = {
  ...{ total: 0, pending: 0, sent: 0, failed: 0, unknown: 0, delivered: 0, bounced: 0 },
  ...{ opened: 0, clicked: 0, answered: 0, unsubscribed: 0, complained: 0 },
}

/** What so many of those that arrived are in percent; null before anything was sent, and where the number is withheld. */
export function rateOf(count: number | null, { delivered }: Pick<CampaignCounts, 'delivered'>): number | null {
  return count === null || delivered === 0 ? null : (100 * count) / delivered
}

/** The columns of `campaign_count` as numbers of a campaign. */
export const keptCounts = portableSql`total, pending + sending as pending, sent, failed, unknown,
             delivered, bounced, opened, clicked, answered, unsubscribed, complained`

function readCounts(deps: CaseDeps, campaignIds: readonly number[]): Promise<CountedRow[]> {
  return limitedQuery<CountedRow>(
    deps.pool,
    portableSql`
      select campaign_id as "campaignId", ${keptCounts} from campaign_count where campaign_id = any(${campaignIds}::int[]) and total > 0`,
    deps.work,
  )
}

function countRows(
  deps: CaseDeps,
  { where }: Awaited<ReturnType<typeof seenMessages>>,
  campaignIds: readonly number[],
): Promise<CountedRow[]> {
  return limitedQuery<CountedRow>(
    deps.pool,
    portableSql`
      select m.campaign_id as "campaignId", count(*)::int as total,
             count(*) filter (where m.state in ('PENDING', 'SENDING'))::int as pending,
             count(*) filter (where m.state = 'SENT')::int as sent,
             count(*) filter (where m.state = 'FAILED')::int as failed,
             count(*) filter (where m.state = 'UNKNOWN')::int as unknown,
             count(*) filter (where m.state = 'SENT' and m.bounce is null)::int as delivered,
             count(*) filter (where m.bounce is not null)::int as bounced,
             count(*) filter (where m.open_count > 0)::int as opened,
             count(*) filter (where m.click_count > 0)::int as clicked,
             count(*) filter (where m.answered)::int as answered,
             count(*) filter (where m.unsubscribed)::int as unsubscribed,
             count(*) filter (where m.complained)::int as complained
        from recipient m where m.campaign_id = any(${campaignIds}::int[]) and ${where} group by m.campaign_id`,
    deps.work,
  )
}
