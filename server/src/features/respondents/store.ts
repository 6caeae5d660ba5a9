import { sql } from 'kysely'
import { whereCases } from '#server/domain/cases/case-query.ts'
import { contactFields } from '#server/domain/cases/contact-fields.ts'
import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'

/** A response with what tells who gave it. */
export interface PersonRow {
  id: number
  foreign_id: string | null
  state: number
  event_date: string
  answers: Record<string, number | string | string[]>
  contact: Record<string, string>
  unit_ids: number[]
  is_exact: boolean
}

/** Digits in a text from which it may be a phone number. */
const fewestDigits = 6

/** Ext names of the surveys of the caller's universe. */
export async function listSurveyNames({ db, identity }: Ctx): Promise<string[]> {
  const rows = await db
    .selectFrom('survey')
    .select('ext_name')
    .where('universe_id', '=', identity.universe?.id ?? 0)
    .orderBy('ext_name')
    .execute()
  return rows.map((row) => row.ext_name)
}

/**
 * Responses whose e-mail, phone, name or foreign id is a text, then those in which it is a part of one; the newest first,
 * `most` at most.
 */
export async function searchPersonRows(
  ctx: Ctx,
  { model, caseScope }: SurveyAccess,
  text: string,
  most: number,
): Promise<PersonRow[]> {
  const where = await whereCases(ctx, model, caseScope, { conditions: [] })
  const texts = searchedTexts(model.config.respondent, [...model.questions.keys()])
  const digits = text.replaceAll(/\D/g, '')
  // Within a country a number begins with 0, which is left out after the country's own.
  const part = digits.replace(/^0+/, '')
  const phones = digits.length < fewestDigits ? [] : texts.map((one) => onlyDigits(one))
  const exact = or([
    ...texts.map((one) => portableSql`lower(${one}) = lower(${text}::text)`),
    ...phones.map((one) => portableSql`${one} = ${digits}::text`),
  ])
  const partly = or([
    ...texts.map((one) => portableSql`position(lower(${text}::text) in lower(${one})) > 0`),
    ...phones.map((one) => portableSql`position(${part}::text in ${one}) > 0`),
  ])
  return limitedQuery<PersonRow>(
    ctx.pool,
    portableSql`
      select found.* from (
        select ${personColumns}, coalesce(${exact}, false) as is_exact
          from response r where ${where} and coalesce(${partly}, false)) as found
       order by is_exact desc, event_date desc, id desc limit ${integer(most)}`,
    ctx.work,
  )
}

/** Responses by their numbers, as far as they are within the scope, newest first. */
export async function readPersonRows(
  ctx: Ctx,
  { model, caseScope }: SurveyAccess,
  ids: readonly number[],
): Promise<PersonRow[]> {
  const where = await whereCases(ctx, model, caseScope, { conditions: [], ids })
  return limitedQuery<PersonRow>(
    ctx.pool,
    portableSql`
      select ${personColumns}, true as is_exact from response r where ${where}
       order by r.event_date desc, r.id desc`,
    ctx.work,
  )
}

const personColumns = portableSql`r.id, r.foreign_id, r.state, r.event_date, r.answers, r.contact, r.unit_ids`

/** The texts that tell who gave a response: its key, its contact, and the questions that ask for it. */
function searchedTexts(
  respondent: Partial<Record<ContactField, string | undefined>>,
  variables: readonly string[],
): Fragment[] {
  const fields = contactFields.filter((field) => field !== 'language')
  const asked = fields.flatMap((field) => respondent[field] ?? []).filter((name) => variables.includes(name))
  return [
    portableSql`r.foreign_id`,
    ...fields.map((field) => portableSql`(r.contact->>${field}::text)`),
    ...asked.map((name) => portableSql`(r.answers->>${name}::text)`),
  ]
}

function onlyDigits(text: Fragment): Fragment {
  return portableSql`case when ${text} ~ '^[-+0-9 ()./]{6,40}$' then regexp_replace(${text}, '[^0-9]', '', 'g') end`
}

/** How many rows of each kind belong to responses. */
export interface RowCounts {
  comments: number
  records: number
  alerts: number
  changes: number
  recipients: number
  shares: number
  notices: number
  mails: number
  copies: number
}

/** Counts what belongs to responses of a survey. */
export async function countRows({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<RowCounts> {
  const of = sql`any(${[...ids]}::bigint[])`
  const { rows } = await sql<RowCounts>`
    select (select count(*) from response_comment where response_id = ${of}) as comments,
           (select count(*) from response_record where response_id = ${of}) as records,
           (select count(*) from alert where response_id = ${of}) as alerts,
           (select count(*) from response_change where response_id = ${of}) as changes,
           (select count(*) from recipient where response_id = ${of}) as recipients,
           (select count(*) from share where response_id = ${of}) as shares,
           (select count(*) from notice n join alert a on n.object_kind = 'alert' and n.object_id = a.id
             where a.response_id = ${of}) as notices,
           (select count(distinct n.mail_id) from notice n join alert a on n.object_kind = 'alert' and n.object_id = a.id
             where a.response_id = ${of}) as mails,
           (select count(*) from import_image where response_id = ${of}) as copies`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('unreachable')
  return counts
}

/** A row that belongs to a response, oldest first. */
interface OfResponse {
  responseId: number
  at: Date
}

/** Alerts of responses. */
export async function listAlertRows(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<(OfResponse & { rule: string; state: number })[]> {
  return db
    .selectFrom('alert')
    .select(['response_id as responseId', 'created_at as at', 'rule', 'state'])
    .where('response_id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

/** Who changed which fields of responses. */
export async function listChangeRows(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<(OfResponse & { author: string; fields: string[] })[]> {
  return db
    .selectFrom('response_change')
    .select(['response_id as responseId', 'changed_at as at', 'username as author', 'fields'])
    .where('response_id', 'in', [...ids])
    .orderBy('version')
    .execute()
}

/** What was sent to respondents. */
export async function listSendingRows(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<{ responseId: number; at: Date | null; title: string; state: string }[]> {
  return db
    .selectFrom('recipient')
    .innerJoin('campaign', 'campaign.id', 'recipient.campaign_id')
    .select(['recipient.response_id as responseId', 'recipient.sent_at as at', 'campaign.title', 'recipient.state'])
    .where('recipient.response_id', 'in', [...ids])
    .orderBy('recipient.id')
    .execute()
}
