// What a list of alerts cannot do without, as statements written by hand: those of its page, its numbers and its rows. Methods
// that find a page return the ids of its alerts.
import { toDayNumber } from '@gensvar/contract/dates'
import type { Question, SurveyModel } from '../../server/src/domain/survey/survey-model.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { alertTable } from '../../server/src/domain/figures/store/alert-columns.ts'
import type { Cell } from '../../server/src/domain/figures/store/analytics-store.ts'
import { questionColumn } from '../../server/src/domain/figures/store/answer-columns.ts'
import { responseTable, textTable, unitColumn } from '../../server/src/domain/figures/store/tables.ts'
import { contactTexts } from '../../server/src/domain/figures/store/text-columns.ts'
import type { MeasuredServer } from './measured-server.ts'

/** A statement to the figures' store, without values of its own. */
export async function readStore({ deps }: MeasuredServer, text: string): Promise<Cell[][]> {
  return (await deps.analytics.store.query({ parts: [text], params: [] })).columns
}

/** Whose lists they are: everybody's where `unit` is null, or those of a unit of a level of the first view. */
export interface BareReader {
  userId: number
  unit: { id: number; depth: number; leaves: number[] } | null
}

const due = '(a.state = 3), a.due_at, a.id desc'

/** Statements of lists of alerts of a survey, for one reader. */
export class BareAlerts {
  private readonly server: MeasuredServer
  private readonly model: SurveyModel
  private readonly reader: BareReader

  private constructor(server: MeasuredServer, model: SurveyModel, reader: BareReader) {
    this.server = server
    this.model = model
    this.reader = reader
  }

  /** The statements for a user who sees `place`, a unit of a survey, or all of it. */
  static async of(
    server: MeasuredServer,
    surveyId: number,
    username: string,
    place: string | null,
  ): Promise<BareAlerts> {
    const { pool } = server.deps
    const model = await loadSurveyModelById(server.deps, surveyId)
    const user = await pool.query<{ id: number }>('select id from app_user where username = $1', [username])
    const units = await pool.query<{ id: number; depth: number; leaves: number[] }>(
      `select id, depth, array(select below.id from unit below where below.id = one.id or below.parent_id = one.id) as leaves
         from unit one where view_id = $1 and ext_name = $2`,
      [model.views[0]?.id, place],
    )
    return new BareAlerts(server, model, { userId: user.rows[0]?.id ?? 0, unit: units.rows[0] ?? null })
  }

  /** Whose lists they are. */
  get userId(): number {
    return this.reader.userId
  }

  /**
   * A page by due time and the numbers of the filters, of those that `which` is true of; `since` a day, in that year alone. The
   * closed ones, which are most, are counted by the figures' store.
   */
  async byDue(which = 'true', { from = 0, since }: { from?: number; since?: string } = {}): Promise<number[]> {
    const { pool } = this.server.deps
    const { id } = this.model
    const [first, end] = since === undefined ? [] : [since, `${Number(since.slice(0, 4)) + 1}-01-01`]
    const inTime = first && end ? `a.event_date >= '${first}' and a.event_date < '${end}'` : 'true'
    const onDays = first && end ? `day >= ${toDayNumber(first)} and day < ${toDayNumber(end)}` : 'true'
    const mine = `a.survey_id = ${id} and a.interview_state = 0 and ${this.ofPlace} and ${inTime}`
    const [page] = await Promise.all([
      pool.query<{ id: number }>(
        `select a.id from alert a where ${mine} and ${which} order by ${due} limit 50 offset ${from}`,
      ),
      pool.query(
        `select count(*) filter (where a.state = 2), count(*) filter (where a.state = 6),
                count(*) filter (where a.owner_user_id = ${this.userId}), count(*) filter (where a.due_at < now())
           from alert a where ${mine} and a.state <> 3`,
      ),
      readStore(
        this.server,
        `select count(*) from ${alertTable(id)} join ${responseTable(id)} on response_id = id
          where alert_state = 3 and state = 0 and ${this.ofStoredPlace} and ${onDays}`,
      ),
    ])
    return this.rows(page.rows.map(({ id: alertId }) => alertId))
  }

  /** A page by a column of the figures' store, which an index does not have, and the numbers of the filters. */
  async stored(order: string, { key = 'null', joined = '', where = 'true' } = {}): Promise<number[]> {
    const { id } = this.model
    const columns = await readStore(
      this.server,
      `with found as materialized (
         select alert_id, alert_rule, alert_state, alert_owner, alert_due_at, alert_raised_at, ${key} as k
           from (select * from ${alertTable(id)} where alert_id is not null and ${where}) as alerts
           join ${responseTable(id)} on response_id = id ${joined} where state = 0 and ${this.ofStoredPlace}),
       numbers as (
         select count(*), count(case when alert_state = 2 then 1 end), count(case when alert_state = 6 then 1 end),
                count(case when alert_state = 3 then 1 end),
                count(case when alert_state <> 3 and alert_owner = ${this.userId} then 1 end),
                count(case when alert_state <> 3 and alert_due_at < ${Date.now() * 1000} then 1 end) from found),
       listed as (select alert_id from found order by ${order}, alert_id desc limit 50)
       select * from numbers left join listed on true`,
    )
    return this.rows((columns[6] ?? []).filter((one) => one !== null).map(Number))
  }

  /** A page by a choice, in the order of the choices' names. */
  async byChoice(variable: string): Promise<number[]> {
    const question = this.question(variable)
    const places = question.choices
      .toSorted((one, other) => (one.extName < other.extName ? -1 : 1))
      .map(({ code }, place) => `(${code}, ${place})`)
    const joined = `left join (values ${places.join(', ')}) as places (code, place) on code = ${questionColumn(question)}`
    return this.stored('k nulls last', { key: 'place', joined })
  }

  /** A page by the owners' names. */
  async byOwner(): Promise<number[]> {
    const { rows } = await this.server.deps.pool.query<{ id: number; place: number }>(
      'select id, rank() over (order by lower(username)) as place from app_user',
    )
    const values = rows.map(({ id, place }) => `(${id}, ${place})`).join(', ')
    const joined = `left join (values ${values}) as places (owner, place) on owner = alert_owner`
    return this.stored('k nulls last', { key: 'place', joined })
  }

  /** A page by a number. */
  byNumber(variable: string): Promise<number[]> {
    return this.stored('k desc nulls last', { key: questionColumn(this.question(variable)) })
  }

  /** A page of those whose answer to an open question, or whose address, has a text. */
  byText(variable: string, text: string): Promise<number[]> {
    const where = `response_id in (select response_id from ${this.texts(variable, text)})`
    return this.stored('case alert_state when 3 then 1 else 0 end, alert_due_at', { where })
  }

  /** Answers to an open question and addresses with a text. */
  async suggestions(variable: string, text: string): Promise<void> {
    const own =
      this.reader.unit === null
        ? 'true'
        : `response_id in (select id from ${responseTable(this.model.id)} where ${this.ofStoredPlace})`
    await readStore(this.server, `select text from ${this.texts(variable, text)} and ${own} limit 200`)
  }

  /** How many are open. */
  async open(): Promise<void> {
    await this.server.deps.pool.query(
      `select count(*) from alert a
        where a.survey_id = ${this.model.id} and a.state = 2 and a.interview_state = 0 and ${this.ofPlace}`,
    )
  }

  /** Reads alerts with their interviews and owners; returns their ids. */
  async rows(ids: number[]): Promise<number[]> {
    await this.server.deps.pool.query(
      `select a.*, o.username, o.first_name, o.last_name, r.answers, r.contact, r.completed_at, r.version
         from alert a join response r on r.id = a.response_id left join app_user o on o.id = a.owner_user_id
        where a.id = any($1::bigint[])`,
      [ids],
    )
    return ids
  }

  private question(variable: string): Question {
    const found = this.model.questions.get(variable)
    if (!found) throw new Error(`There is no question ${variable}`)
    return found
  }

  private texts(variable: string, text: string): string {
    return `${textTable(this.model.id)} where of_alert = 1 and question_id in (${this.question(variable).id}, ${contactTexts.email}) and position('${text}' in lowered) > 0`
  }

  private get ofPlace(): string {
    const { unit } = this.reader
    if (unit === null) return 'true'
    if (unit.leaves.length === 1) return `a.unit_ids @> array[${unit.id}]`
    return `a.unit_ids[1] = any('{${unit.leaves.join(',')}}'::int[])`
  }

  private get ofStoredPlace(): string {
    const { unit } = this.reader
    return unit === null ? 'true' : `${unitColumn(this.model.views[0]?.id ?? 0, unit.depth)} = ${unit.id}`
  }
}
