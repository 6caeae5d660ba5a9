import { quoted, say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/** Campaigns that are named where a template is in use. */
const mostNamed = 3

/** Throws `conflict` for a template that campaigns send, remind with or have sent: their messages are made of it. */
export async function demandUnusedTemplate(db: Kysely<Database>, templateId: number): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select c.title from campaign c
     where c.template_id = ${templateId}
        or exists (select from jsonb_array_elements(c.reminders) r where (r->>'templateId')::int = ${templateId})
        or exists (select from jsonb_array_elements(c.ways) w where (w->>'templateId')::int = ${templateId})
        or c.id in (select campaign_id from recipient where template_id = ${templateId})
     order by c.id desc limit ${mostNamed}`.execute(db)
  if (rows.length === 0) return
  const names = quoted(rows.map(({ title }) => title))
  throw new AppError('conflict', say`This template is used by ${names}. Delete these campaigns first.`)
}
