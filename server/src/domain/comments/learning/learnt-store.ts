import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { CommentModelTable } from '#server/platform/db-comment-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'

type Db = Pick<WriteTx<WriteContext>, 'db'>

/** What was learnt from the rated comments of a survey, without the weights. */
export type LearntRow = Omit<CommentModelTable, 'weights' | 'bias' | 'learnt_at'> & { learnt_at: Date }

/** What was learnt, with the weights. */
type NewLearntRow = Omit<LearntRow, 'survey_id'> & Pick<CommentModelTable, 'weights' | 'bias'>

/** A comment with the ratings of the same response, and what a person said of it. */
export interface RatedRow {
  question: number
  text: string
  language: string | null
  ratings: Readonly<Record<string, unknown>>
  /** Whether somebody corrected the comment as it is; `label` is then theirs. */
  isCorrected: boolean
  label: 'pos' | 'neg' | 'neu' | null
}

/** What was learnt from a survey's comments; undefined where nobody tried. */
export async function readLearntRow(db: Kysely<Database>, surveyId: number): Promise<LearntRow | undefined> {
  const row = await db
    .selectFrom('comment_model')
    .where('survey_id', '=', surveyId)
    .select([
      'survey_id',
      'learnt',
      'lexicon_version',
      'ratings',
      'n_rated',
      'n_corrected',
      'n_good',
      'n_bad',
      'n_apart',
    ])
    .select(['lexicon_share', 'learnt_share', 'learnt_at'])
    .executeTakeFirst()
  return row
}

/** The weights of what was learnt; undefined where something else is stored by now. */
export function readWeightsRow(
  db: Kysely<Database>,
  surveyId: number,
  learnt: string,
): Promise<Pick<CommentModelTable, 'weights' | 'bias'> | undefined> {
  return db
    .selectFrom('comment_model')
    .where('survey_id', '=', surveyId)
    .where('learnt', '=', learnt)
    .select(['weights', 'bias'])
    .executeTakeFirst()
}

/** Stores what was learnt in place of what was. */
export async function saveLearntRow({ db }: Db, surveyId: number, row: NewLearntRow): Promise<void> {
  await db
    .insertInto('comment_model')
    .values({ survey_id: surveyId, ...row })
    .onConflict((conflict) => conflict.column('survey_id').doUpdateSet(row))
    .execute()
}

/** Forgets what was learnt from a survey's comments. Returns whether there was anything. */
export async function removeLearntRow({ db }: Db, surveyId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('comment_model')
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Completed responses of a survey with a comment and a rating, and comments that were corrected by hand. */
export async function countRatedRows(
  db: Kysely<Database>,
  surveyId: number,
  { variables, ratings }: { variables: readonly string[]; ratings: readonly string[] },
): Promise<{ rated: number; corrected: number }> {
  const [counted] = await runFragment<{ rated: number; corrected: number }>(
    db,
    portableSql`
      select (select count(*)::int from response r
               where r.survey_id = ${surveyId} and r.state = 0
                 and r.answers ?| ${[...variables]}::text[] and r.answers ?| ${[...ratings]}::text[]) as rated,
             (select count(*)::int from comment_judgement cj
               where cj.survey_id = ${surveyId} and cj.corrected_at is not null) as corrected`,
  )
  return counted ?? { rated: 0, corrected: 0 }
}

/** Comments to some questions that were rated or corrected, the corrected ones and the newest first, `most` at most. */
export function readRatedRows(
  db: Kysely<Database>,
  surveyId: number,
  { questions, ratings }: { questions: readonly { id: number; variable: string }[]; ratings: readonly string[] },
  most: number,
): Promise<RatedRow[]> {
  const asked = JSON.stringify(questions.map(({ id, variable }) => ({ id, variable })))
  return runFragment<RatedRow>(
    db,
    portableSql`
      select q.id as question, r.answers->>q.variable as text, r.contact->>'language' as language,
             (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(r.answers) a
               where a.key = any(${[...ratings]}::text[])) as ratings,
             cj.response_id is not null as "isCorrected", cj.label
        from response r
       cross join jsonb_to_recordset(${asked}::jsonb) as q(id int, variable text)
        left join comment_judgement cj on cj.response_id = r.id and cj.question_id = q.id and cj.corrected_at is not null
                                      and cj.text_hash = md5(r.answers->>q.variable)
       where r.survey_id = ${surveyId} and r.state = 0 and coalesce(r.answers->>q.variable, '') <> ''
         and (cj.response_id is not null or r.answers ?| ${[...ratings]}::text[])
       order by (cj.response_id is null), r.id desc, q.id limit ${most}`,
  )
}

/** Has a survey's comments looked through again by whatever judges them now. */
export async function forgetJudgedWith({ db }: Db, surveyId: number): Promise<void> {
  await db
    .updateTable('survey')
    .set({ comments_judged_with: sql`null` })
    .where('id', '=', surveyId)
    .execute()
}
