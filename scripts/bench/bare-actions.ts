// What lists and numbers of actions cannot do without, as statements written by hand.
import type { SurveyModel } from '../../server/src/domain/survey/survey-model.ts'
import { questionColumn } from '../../server/src/domain/figures/store/answer-columns.ts'
import { responseTable, unitColumn } from '../../server/src/domain/figures/store/tables.ts'
import { readStore } from './bare-alerts.ts'
import type { MeasuredServer } from './measured-server.ts'

const columns = `a.*, p.username, p.first_name, p.last_name from action a left join app_user p on p.id = a.responsible_user_id`

/** Statements of actions of a survey. */
export class BareActions {
  private readonly server: MeasuredServer
  private readonly model: SurveyModel

  constructor(server: MeasuredServer, model: SurveyModel) {
    this.server = server
    this.model = model
  }

  /** The actions of a store with their histories, and the figure of each period that an open one has. */
  async list(unitId: number): Promise<void> {
    const here = `select ${columns} where a.survey_id = ${this.model.id} and a.view = 'organisation' and a.unit_id = ${unitId}`
    const { pool } = this.server.deps
    const [open, closed] = await Promise.all([
      pool.query<{ id: number; period: string }>(`${here} and a.state = 0 order by a.deadline, a.id limit 200`),
      pool.query<{ id: number }>(`${here} and a.state <> 0 order by a.closed_at desc, a.id desc limit 200`),
    ])
    const periods = new Set(open.rows.map(({ period }) => period))
    await Promise.all([
      this.histories([...open.rows, ...closed.rows].map(({ id }) => id)),
      ...[...periods].map(() => this.figure(unitId)),
    ])
  }

  /** One action of a store with its history and its figure. */
  async one(id: number, unitId: number): Promise<void> {
    const { pool } = this.server.deps
    await Promise.all([
      pool.query(`select ${columns} where a.survey_id = ${this.model.id} and a.id = ${id}`),
      this.histories([id]),
      this.figure(unitId),
    ])
  }

  /** How many actions each unit has, below one or of all. */
  async overview(unitId: number | null): Promise<void> {
    await this.server.deps.pool.query(
      `select unit_id, count(*) filter (where state = 0), count(*) filter (where state = 1), count(*) filter (where state = 2),
              count(*) filter (where state = 0 and deadline < current_date)
         from action where survey_id = ${this.model.id} and ${below(unitId)} group by unit_id`,
    )
  }

  /** How many actions there are of each kind, and their effects. */
  async portfolio(unitId: number | null): Promise<void> {
    await this.server.deps.pool.query(
      `select extname, kind, count(*) filter (where state = 0), count(*) filter (where state = 1), count(*) filter (where state = 2),
              array_agg((result -> 'difference')::float8) filter (where state > 0),
              array_agg((result -> 'standardError')::float8) filter (where state > 0)
         from action where survey_id = ${this.model.id} and ${below(unitId)} group by extname, kind`,
    )
  }

  private async histories(ids: readonly number[]): Promise<void> {
    await this.server.deps.pool.query(
      `select n.*, p.first_name, p.last_name from action_comment n left join app_user p on p.id = n.user_id
        where n.action_id = any($1::bigint[]) order by n.action_id, n.id desc`,
      [ids],
    )
  }

  /** The mean of a store's answers of some months, with what its interval is made of. */
  private async figure(unitId: number): Promise<void> {
    const rating = this.model.questions.get('rating')
    if (!rating) throw new Error('There is no question rating')
    const column = questionColumn(rating)
    await readStore(
      this.server,
      `select count(${column}), avg(${column}), stddev(${column}) from ${responseTable(this.model.id)}
        where state = 0 and ${unitColumn(this.model.views[0]?.id ?? 0, 2)} = ${unitId} and day > 20000`,
    )
  }
}

function below(unitId: number | null): string {
  return unitId === null
    ? `view = 'organisation'`
    : `unit_id in (select id from unit where id = ${unitId} or parent_id = ${unitId})`
}
