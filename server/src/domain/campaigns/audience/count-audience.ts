import { exclusionRules } from '@gensvar/contract/campaigns'
import type { ExclusionRule } from '@gensvar/contract/campaigns'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'
import type { AskedAudience, AudienceCount } from './asked-audience.ts'
import { peopleOf } from './people.ts'

/**
 * Counts whom a campaign writes to and whom it leaves out, with the statement that chooses them. Throws `validation` for a
 * mail filter that cannot be applied.
 */
export async function countAudience(ctx: Ctx, asked: AskedAudience): Promise<AudienceCount> {
  const { sql, filters } = await peopleOf(ctx, asked, 'count')
  const passed = filters.map(
    (_, at) => portableSql`count(*) filter (where passes[${integer(at + 1)}]) as f${integer(at)}`,
  )
  const rows = await inTurn(ctx, () =>
    limitedQuery<{ rule: ExclusionRule | null; n: number } & Record<`f${number}`, number>>(
      ctx.pool,
      portableSql`with ${sql}
        select ${join([portableSql`rule`, portableSql`count(*) as n`, ...passed])} from people group by rule`,
      ctx.work,
    ),
  )
  const byRule = new Map(rows.map(({ rule, n }) => [rule, n]))
  return {
    recipients: byRule.get(null) ?? 0,
    excluded: exclusionRules.flatMap((rule) => {
      const count = byRule.get(rule) ?? 0
      return count === 0 ? [] : [{ rule, count }]
    }),
    byFilter: new Map(
      filters.map(({ extName }, at) => [extName, rows.reduce((sum, row) => sum + (row[`f${at}`] ?? 0), 0)]),
    ),
  }
}
