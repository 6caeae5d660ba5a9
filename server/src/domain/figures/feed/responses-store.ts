import type pg from 'pg'
import { join, portableSql } from '#server/platform/sql.ts'
import { streamedQuery } from '#server/platform/streamed-query.ts'
import { noAlerts, readAlerts } from './alerts-store.ts'
import type { StoredJudgement } from '../store/comment-columns.ts'
import type { Place, RecipientRow, ResponseRow } from '../store/tables.ts'

/** Anything that runs a statement on PostgreSQL: the pool, or a client in a transaction. */
export type PgQueryable = Pick<pg.Pool | pg.PoolClient, 'query'>

interface RawResponse {
  id: number
  state: number
  event_date: string
  answers: ResponseRow['answers']
  unit_ids: number[]
  contact: Readonly<Record<string, string>>
  event_source: string | null
  record_key: number
  released: boolean
}

interface RawRecipient {
  id: number
  response_id: number
  campaign_id: number
  state: string
  by_mail: boolean
  unsubscribed: boolean
  opened: boolean
  clicked: boolean
  answered: boolean
  bounced: boolean
  complained: boolean
}

const columns = `id, state, event_date, answers, unit_ids, contact, event_source,
  record_key, released`

/** Those of the given responses that still exist in the survey, in the given order, with their alerts and sendings. */
export async function readResponses(
  pool: PgQueryable,
  surveyId: number,
  ids: readonly number[],
): Promise<ResponseRow[]> {
  // Each one by its id: of a table that was filled a moment ago PostgreSQL knows nothing, and would read all of a survey.
  const rows = await pool.query<RawResponse>(
    `select ${columns} from unnest($2::bigint[]) with ordinality as wanted(wanted_id, place)
      cross join lateral (select * from response where id = wanted_id offset 0) found
      where survey_id = $1 order by place`,
    [surveyId, ids],
  )
  return withAttachments(pool, rows.rows)
}

/** A place with the responses that are there. */
export interface PlacedRows extends Place {
  ids: number[]
  /** In the order of the ids. */
  recordKeys: number[]
}

/** Responses of a place that are read at once, and such lots: so many block this thread for some ten ms at most. */
const [placesAtOnce, lotsAtOnce] = [5000, 2]

/**
 * The places of all responses of some lowest units, with their answers to `levels` alone, as they are at one moment. A place
 * comes several times where it has many responses. PostgreSQL puts them together: reading row by row takes three times as long.
 */
export async function* streamPlaces(
  pool: pg.Pool,
  surveyId: number,
  unitIds: readonly number[],
  levels: readonly string[],
): AsyncGenerator<PlacedRows[]> {
  const named = join(levels.map((level) => portableSql`answers ->> ${level}::text`))
  const statement = portableSql`
    select to_json(units) as units, to_json(names) as names, array_to_string(array_agg(id), ',') as ids,
           array_to_string(array_agg(record_key), ',') as keys
      from (select id, record_key, unit_ids as units, array[${named}]::text[] as names,
                   row_number() over () / ${placesAtOnce}::int as lot
              from response where survey_id = ${surveyId} and unit_ids && ${unitIds}::int[]) placed
     group by units, names, lot`
  const batches = streamedQuery<{ units: number[]; names: (string | null)[]; ids: string; keys: string }>(
    pool,
    statement,
    {
      batch: lotsAtOnce,
      work: undefined,
    },
  )
  for await (const lots of batches)
    yield lots.map(({ units, names, ids, keys }) => ({
      unitIds: units,
      answers: answersOf(levels, names),
      ids: numbersOf(ids),
      recordKeys: numbersOf(keys),
    }))
}

function answersOf(levels: readonly string[], names: readonly (string | null)[]): Record<string, string> {
  return Object.fromEntries(
    levels.flatMap((level, at): [string, string][] => {
      const name = names[at] ?? null
      return name === null ? [] : [[level, name]]
    }),
  )
}

function numbersOf(list: string): number[] {
  return JSON.parse(`[${list}]`) as number[]
}

/** Ids of a survey's responses, sorted by their unit in the first view (in the given order), then by day. */
export async function readResponseIds(
  pool: PgQueryable,
  surveyId: number,
  unitOrder: readonly number[],
): Promise<number[]> {
  const rows = await pool.query<[number]>({
    text: `select r.id from response r left join unnest($2::int[]) with ordinality as unit(id, place) on unit.id = r.unit_ids[1]
            where r.survey_id = $1 order by unit.place, r.event_date, r.id`,
    values: [surveyId, unitOrder],
    rowMode: 'array',
  })
  return rows.rows.map(([id]) => id)
}

/** Ids of all surveys. */
export async function readSurveyIds(pool: PgQueryable): Promise<number[]> {
  const rows = await pool.query<{ id: number }>('select id from survey order by id')
  return rows.rows.map((row) => row.id)
}

async function withAttachments(pool: PgQueryable, rows: readonly RawResponse[]): Promise<ResponseRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const alertsOf = await readAlerts(pool, ids)
  const recipients = await pool.query<RawRecipient>(
    `select m.id, m.response_id, m.campaign_id, m.state, coalesce(m.channel, c.sending_type) = 'EMAIL' as by_mail, m.unsubscribed,
            m.opened_at is not null as opened, m.clicked_at is not null as clicked,
            m.answered, m.bounce is not null as bounced, m.complained
       from recipient m join campaign c on c.id = m.campaign_id where m.response_id = any($1) order by m.id`,
    [ids],
  )
  const judgementsOf = await readJudgements(pool, ids)
  const recipientsOf = Map.groupBy(recipients.rows, (row) => row.response_id)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    eventDate: row.event_date,
    answers: row.answers,
    unitIds: row.unit_ids,
    language: row.contact['language'] ?? null,
    contact: row.contact,
    eventSource: row.event_source,
    recordKey: row.record_key,
    released: row.released,
    ...(alertsOf.get(row.id) ?? noAlerts),
    recipients: (recipientsOf.get(row.id) ?? []).map(toRecipient),
    judgements: judgementsOf.get(row.id) ?? [],
  }))
}

/** What was found in the comments of some responses, by response. */
async function readJudgements(pool: PgQueryable, ids: readonly number[]): Promise<Map<number, StoredJudgement[]>> {
  const { rows } = await pool.query<StoredJudgement & { responseId: number }>(
    `select response_id as "responseId", question_id as "questionId", label, categories
       from comment_judgement where response_id = any($1)`,
    [ids],
  )
  return Map.groupBy(rows, ({ responseId }) => responseId)
}

function toRecipient(row: RawRecipient): RecipientRow {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    state: row.state,
    byMail: row.by_mail,
    unsubscribed: row.unsubscribed,
    opened: row.opened,
    clicked: row.clicked,
    answered: row.answered,
    bounced: row.bounced,
    complained: row.complained,
  }
}
