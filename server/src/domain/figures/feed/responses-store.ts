import type pg from 'pg'
import { join, portableSql } from '#server/platform/sql.ts'
import { streamedQuery } from '#server/platform/streamed-query.ts'
import { noAlerts, readAlerts } from './alerts-store.ts'
import type { ResponseAlerts } from './alerts-store.ts'
import type { StoredJudgement } from '../store/comment-columns.ts'
import type { Place, RecipientRow, ResponseRow } from '../store/response-row.ts'
import { WrittenAnswers } from '../store/written-answers.ts'

/** Anything that runs a statement on PostgreSQL: the pool, or a client in a transaction. */
export type PgQueryable = Pick<pg.Pool | pg.PoolClient, 'query'>

/** What a response is beside its answers, as the statement puts it together. A contact without fields is null. */
type RawResponse = [
  id: number,
  state: number,
  eventDate: string,
  unitIds: number[],
  contact: Readonly<Record<string, string>> | null,
  eventSource: string | null,
  recordKey: number,
  released: boolean,
]

/** What the responses of a survey may have that is stored in other tables. */
export interface Attachments {
  alerts: boolean
  recipients: boolean
  judgements: boolean
}

const anyAttachments: Attachments = { alerts: true, recipients: true, judgements: true }

/** Responses that PostgreSQL puts together into one value. */
const rowsPerValue = 256

/**
 * Those of the given responses that still exist in the survey, in the given order, with their alerts and sendings.
 * `attachments` says what of these there may be. PostgreSQL puts rows together: taking each value of each row from the
 * connection takes three times as long.
 */
export async function readResponses(
  pool: PgQueryable,
  surveyId: number,
  ids: readonly number[],
  attachments = anyAttachments,
): Promise<ResponseRow[]> {
  // Each one by its id: of a table that was filled a moment ago PostgreSQL knows nothing, and would read all of a survey.
  const { rows } = await pool.query<{ responses: RawResponse[] | null; answers: string }>(
    `select responses, answers
       from generate_series(1, cardinality($2::bigint[]), ${rowsPerValue}) as first
      cross join lateral (
            select json_agg(json_build_array(id, state, event_date, unit_ids, nullif(contact, '{}'), event_source,
                                             record_key, released)) as responses,
                   string_agg(answers::text, e'\n') as answers
              from unnest(($2::bigint[])[first : first + ${rowsPerValue - 1}]) as wanted(wanted_id)
             cross join lateral (select * from response where id = wanted_id offset 0) found
             where survey_id = $1) lot
      order by first`,
    [surveyId, `{${ids.join(',')}}`],
  )
  const found = rows.flatMap(({ responses, answers }) => (responses ? rowsOf(responses, answers) : []))
  return withAttachments(pool, found, attachments)
}

/** The responses of a value, and their answers: PostgreSQL writes those without line breaks. */
function rowsOf(responses: readonly RawResponse[], answers: string): ResponseRow[] {
  let start = 0
  return responses.map(([id, state, eventDate, unitIds, contact, eventSource, recordKey, released]) => {
    const written = new WrittenAnswers(answers, start)
    start = answers.indexOf('\n', start) + 1
    return {
      id,
      state,
      eventDate,
      answers: written,
      unitIds,
      contact,
      eventSource,
      recordKey,
      released,
      language: contact?.['language'] ?? null,
      ...noAlerts,
      recipients: [],
      judgements: [],
    }
  })
}

/**
 * What the responses of a survey have now in other tables. Rows that come later are in changes that are applied after what is
 * read with this, if that is a rebuild: its horizon was read before.
 */
export async function readAttachments(pool: PgQueryable, surveyId: number): Promise<Attachments> {
  const { rows } = await pool.query<Attachments>(
    `select exists (select from alert where survey_id = $1) as alerts,
            exists (select from campaign where survey_id = $1) as recipients,
            exists (select from comment_judgement where survey_id = $1) as judgements`,
    [surveyId],
  )
  return rows[0] ?? anyAttachments
}

/** A place with the responses that are there. */
export interface PlacedRows extends Place {
  ids: number[]
  /** In the order of the ids. */
  recordKeys: number[]
}

/** Ids that PostgreSQL puts together into one value. */
const idsPerValue = 100_000

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
  const { rows } = await pool.query<{ ids: string }>(
    `select array_to_string(array_agg(id order by place), ',') as ids
       from (select r.id, row_number() over (order by unit.place, r.event_date, r.id) as place
               from response r left join unnest($2::int[]) with ordinality as unit(id, place) on unit.id = r.unit_ids[1]
              where r.survey_id = $1) placed
      group by place / ${idsPerValue} order by min(place)`,
    [surveyId, unitOrder],
  )
  return rows.flatMap(({ ids }) => numbersOf(ids))
}

/** Ids of all surveys. */
export async function readSurveyIds(pool: PgQueryable): Promise<number[]> {
  const rows = await pool.query<{ id: number }>('select id from survey order by id')
  return rows.rows.map((row) => row.id)
}

async function withAttachments(
  pool: PgQueryable,
  rows: readonly ResponseRow[],
  { alerts, recipients, judgements }: Attachments,
): Promise<ResponseRow[]> {
  if (rows.length === 0 || !(alerts || recipients || judgements)) return [...rows]
  const ids = rows.map(({ id }) => id)
  const alertsOf = alerts ? await readAlerts(pool, ids) : new Map<number, ResponseAlerts>()
  const recipientsOf = recipients ? await readRecipients(pool, ids) : new Map<number, RecipientRow[]>()
  const judgementsOf = judgements ? await readJudgements(pool, ids) : new Map<number, StoredJudgement[]>()
  return rows.map((row) => ({
    ...row,
    ...(alertsOf.get(row.id) ?? noAlerts),
    recipients: recipientsOf.get(row.id) ?? [],
    judgements: judgementsOf.get(row.id) ?? [],
  }))
}

/** The sendings of some responses, by response. */
async function readRecipients(pool: PgQueryable, ids: readonly number[]): Promise<Map<number, RecipientRow[]>> {
  const { rows } = await pool.query<{ sent: (RecipientRow & { responseId: number })[] | null }>(
    `select json_agg(json_build_object(
              'responseId', m.response_id, 'id', m.id, 'campaignId', m.campaign_id, 'state', m.state,
              'byMail', coalesce(m.channel, c.sending_type) = 'EMAIL', 'unsubscribed', m.unsubscribed,
              'opened', m.opened_at is not null, 'clicked', m.clicked_at is not null, 'answered', m.answered,
              'bounced', m.bounce is not null, 'complained', m.complained) order by m.id) as sent
       from recipient m join campaign c on c.id = m.campaign_id where m.response_id = any($1)`,
    [ids],
  )
  return Map.groupBy(rows[0]?.sent ?? [], ({ responseId }) => responseId)
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
