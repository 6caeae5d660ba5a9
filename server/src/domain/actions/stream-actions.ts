import type { Ctx } from '#server/domain/context.ts'
import type { ActionFigure, ActionResult } from '#server/platform/db-action-types.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { streamedQuery } from '#server/platform/streamed-query.ts'
import type { CountedPlaces } from './places-below.ts'

/** An action as a report tells it. Days are ISO dates; the deadline belongs to it. */
export interface ReportedAction {
  view: string
  unitId: number | null
  filters: string
  extname: string
  expression: string
  kind: string | null
  goal: number
  period: string
  periodStart: string
  deadline: string
  state: 0 | 1 | 2
  baseline: ActionFigure | null
  result: ActionResult | null
  /** Name of the one responsible, or the username where there is none; empty without anybody. */
  responsible: string
}

type Deps = Pick<Ctx, 'pool' | 'work'>

/** Actions of some places of a survey in batches, however many there are: open ones by their deadline, then the last closed. */
export async function* streamActions(
  { pool, work }: Deps,
  surveyId: number,
  places: CountedPlaces,
  batch: number,
): AsyncGenerator<ReportedAction[]> {
  const statement = portableSql`
    select a.view, a.unit_id as "unitId", a.filters, a.extname, a.expression, a.kind, a.goal, a.period,
           a.period_start as "periodStart", a.deadline, a.state, a.baseline, a.result,
           coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.username, '') as responsible
      from action a left join app_user p on p.id = a.responsible_user_id
     where ${inPlaces(surveyId, places)}
     order by case when a.state = 0 then 0 else 1 end, a.closed_at desc, a.deadline, a.id`
  yield* streamedQuery<ReportedAction & Record<string, unknown>>(pool, statement, { batch, work })
}

/** The number of the actions of some places. */
export async function countActions({ pool, work }: Deps, surveyId: number, places: CountedPlaces): Promise<number> {
  const statement = portableSql`select count(*) as n from action a where ${inPlaces(surveyId, places)}`
  const [counted] = await limitedQuery<{ n: number }>(pool, statement, work)
  return counted?.n ?? 0
}

function inPlaces(surveyId: number, { view, unitIds }: CountedPlaces): Fragment {
  const place = unitIds === null ? portableSql`a.view = ${view}` : portableSql`a.unit_id = any(${[...unitIds]}::int[])`
  return portableSql`a.survey_id = ${surveyId} and ${place}`
}
