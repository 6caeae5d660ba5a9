import type { ExclusionRule } from '@gensvar/contract/campaigns'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AskedAudience, AudienceOrder, AudiencePage, AudienceRow } from './asked-audience.ts'
import { peopleOf } from './people.ts'

/** A page of people: rows from `from` up to `to`, that hold a text in their name or address. */
export interface AskedPage {
  from: number
  to: number
  sortBy: AudienceOrder
  sortDesc: boolean
  text: string
}

/** The people a campaign writes to, a page at a time. Throws as `countAudience` does. */
export function listAudience(ctx: Ctx, asked: AskedAudience, page: AskedPage): Promise<AudiencePage> {
  return readPage(ctx, asked, page, portableSql`p.rule is null`)
}

/** The people at the place whom a campaign leaves out, the newest first; of one rule where it is named. */
export function listExcludedPeople(
  ctx: Ctx,
  asked: AskedAudience,
  { rule, ...page }: Pick<AskedPage, 'from' | 'to' | 'text'> & { rule?: ExclusionRule | undefined },
): Promise<AudiencePage> {
  const which = rule === undefined ? portableSql`p.rule is not null` : portableSql`p.rule = ${rule}`
  return readPage(ctx, asked, { ...page, sortBy: 'id', sortDesc: true }, which)
}

async function readPage(ctx: Ctx, asked: AskedAudience, page: AskedPage, which: Fragment): Promise<AudiencePage> {
  const { sql, way } = await peopleOf(ctx, asked, 'list')
  const by = way ? portableSql`coalesce(${way}, ${asked.sendingType}::text)` : portableSql`${asked.sendingType}::text`
  const text = page.text.trim()
  const found =
    text === ''
      ? which
      : and([which, portableSql`position(lower(${text}::text) in lower(p.respondent || ' ' || p.given)) > 0`])
  const direction = page.sortDesc ? portableSql`desc` : portableSql`asc`
  const size = Math.max(0, page.to - page.from)
  const rows = await inTurn(ctx, () =>
    limitedQuery<{ total: number; shown: AudienceRow[] | null }>(
      ctx.pool,
      portableSql`with ${sql},
        chosen as materialized (select p.id, p.respondent, p.given, p.state, p.rule, ${by} as way from people p where ${found}),
        page as (
          select * from chosen p order by ${orders[page.sortBy]} ${direction}, p.id desc
           limit ${integer(size)} offset ${integer(page.from)})
        select (select count(*) from chosen) as total,
               (select jsonb_agg(jsonb_build_object('id', p.id, 'respondent', p.respondent, 'email', p.given,
                                                    'state', p.state, 'rule', p.rule, 'sendingType', p.way)
                                 order by ${orders[page.sortBy]} ${direction}, p.id desc) from page p) as shown`,
      ctx.work,
    ),
  )
  return { rows: rows[0]?.shown ?? [], totalRows: rows[0]?.total ?? 0 }
}

const orders: Readonly<Record<AudienceOrder, Fragment>> = {
  id: portableSql`p.id`,
  respondent: portableSql`lower(p.respondent) collate "C"`,
  email: portableSql`lower(p.given) collate "C"`,
  status: portableSql`p.state`,
}
