import { exclusionRules } from '@gensvar/contract/campaigns'
import type { ExclusionRule } from '@gensvar/contract/campaigns'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'
import type { AskedAudience, AudienceCount } from './asked-audience.ts'
import { peopleOf, severalWays } from './people.ts'

type CountedRow = { rule: ExclusionRule | null; n: number; way?: MessageWay | null } & Record<`f${number}`, number>

/**
 * Counts whom a campaign writes to and whom it leaves out, with the statement that chooses them. Throws `validation` for a
 * mail filter that cannot be applied.
 */
export async function countAudience(ctx: Ctx, asked: AskedAudience): Promise<AudienceCount> {
  const { sql, filters, way } = await peopleOf(ctx, asked, 'count')
  const passed = filters.map(
    (_, at) => portableSql`count(*) filter (where passes[${integer(at + 1)}]) as f${integer(at)}`,
  )
  const rows = await inTurn(ctx, () =>
    limitedQuery<CountedRow>(
      ctx.pool,
      portableSql`with ${sql}
        select ${join([portableSql`rule`, portableSql`count(*) as n`, ...passed, ...(way ? [portableSql`${way} as way`] : [])])}
          from people p group by rule ${way ? portableSql`, ${way}` : portableSql``}`,
      ctx.work,
    ),
  )
  const countOf = (which: (row: CountedRow) => boolean): number =>
    rows.reduce((sum, row) => sum + (which(row) ? row.n : 0), 0)
  const recipients = countOf(({ rule }) => rule === null)
  return {
    recipients,
    excluded: exclusionRules.flatMap((rule) => {
      const count = countOf((row) => row.rule === rule)
      return count === 0 ? [] : [{ rule, count }]
    }),
    byWay: severalWays(asked)?.map((sendingType) => ({
      sendingType,
      count: countOf(({ rule, way: by }) => rule === null && by === sendingType),
    })) ?? [{ sendingType: asked.sendingType, count: recipients }],
    byFilter: new Map(
      filters.map(({ extName }, at) => [extName, rows.reduce((sum, row) => sum + (row[`f${at}`] ?? 0), 0)]),
    ),
  }
}
