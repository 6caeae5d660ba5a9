import type { WeightsConfig } from '@gensvar/contract/configuration/weights'
import type { Kysely, Selectable } from 'kysely'
import type { Question } from '#server/domain/survey/survey-model.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { StoredSpread, SurveyWeightsTable } from '#server/platform/db-weights-types.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'

type Db = Pick<WriteTx<WriteContext>, 'db'>

/** The weights of a survey, and why they could not be computed the last time that was tried. */
export type WeightsRow = Selectable<SurveyWeightsTable>

/** Weights that were computed. */
export interface ComputedWeights {
  questionIds: number[]
  cells: Readonly<Record<string, number>>
  configured: WeightsConfig
  spread: StoredSpread
}

/** The weights of a survey; undefined where nobody tried to compute any. */
export function readWeightsRow(db: Kysely<Database>, surveyId: number): Promise<WeightsRow | undefined> {
  return db.selectFrom('survey_weights').where('survey_id', '=', surveyId).selectAll().executeTakeFirst()
}

/** Stores weights in place of those before. */
export async function saveWeightsRow(
  { db }: Db,
  surveyId: number,
  { questionIds, cells, configured, spread }: ComputedWeights,
  at: Date,
): Promise<void> {
  const row = {
    ...{ question_ids: questionIds, cells: JSON.stringify(cells), configured: JSON.stringify(configured) },
    ...{ spread: JSON.stringify(spread), computed_at: at, failure: null, failed_at: null },
  }
  await db
    .insertInto('survey_weights')
    .values({ survey_id: surveyId, ...row })
    .onConflict((conflict) => conflict.column('survey_id').doUpdateSet(row))
    .execute()
}

/** Stores why weights could not be computed; those before stay. */
export async function saveFailureRow({ db }: Db, surveyId: number, failure: StoredWords, at: Date): Promise<void> {
  const row = { failure: JSON.stringify(failure), failed_at: at }
  await db
    .insertInto('survey_weights')
    .values({ survey_id: surveyId, ...row })
    .onConflict((conflict) => conflict.column('survey_id').doUpdateSet(row))
    .execute()
}

/** Forgets the weights of a survey. Returns whether there was anything. */
export async function removeWeightsRow({ db }: Db, surveyId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('survey_weights')
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Answers to several questions together: the ext name of each choice, empty where it is not known, and how many gave them. */
export interface CellRow {
  names: string[]
  n: number
}

/** Completed responses by their answers to some questions together. */
export async function countCells(
  db: Kysely<Database>,
  surveyId: number,
  questions: readonly Question[],
): Promise<CellRow[]> {
  const names = questions.map(({ variable }) => portableSql`coalesce(answers ->> ${variable}, '')`)
  const columns = names.map((name, at) => portableSql`${name} as ${ident(`c${at}`)}`)
  const places = join(questions.map((_, at) => integer(at + 2)))
  const rows = await runFragment<Record<string, string> & { n: number }>(
    db,
    portableSql`select count(*)::int as n, ${join(columns)} from response
                 where survey_id = ${surveyId} and state = 0 group by ${places} order by ${places}`,
  )
  return rows.map((row) => ({ names: questions.map((_, at) => row[`c${at}`] ?? ''), n: row.n }))
}
