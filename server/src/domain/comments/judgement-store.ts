import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { CommentJudgementTable } from '#server/platform/db-comment-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Judgement } from './survey-analyzer.ts'

type Db = Pick<WriteTx<WriteContext>, 'db'>

/** A response whose comments are yet to be judged. */
export interface CommentNote {
  id: number
  responseId: number
  isNew: boolean
}

/** The comments of a response, with what they were judged by. */
export interface NotedResponse {
  id: number
  language: string | null
  answers: Readonly<Record<string, unknown>>
  /** By question: hash of the comment and what judged it. */
  known: Readonly<Record<string, { hash: string; engine: string }>>
}

/** A comment that was judged. */
export interface JudgedComment {
  responseId: number
  questionId: number
  variable: string
  hash: string
  /** What judged it. */
  engine: string
  judgement: Judgement
}

/** An open question with what would judge its comments now. */
export interface JudgedQuestion {
  id: number
  variable: string
  engine: string
}

/**
 * Notes those of some responses (`response` as `r`) that have an answer to one of the questions, or had one. Returns how many.
 */
export async function insertNoteRows(
  { db }: Db,
  surveyId: number,
  { which, variables, isNew }: { which: Fragment; variables: readonly string[]; isNew: boolean },
): Promise<number> {
  const [noted] = await runFragment<{ n: number }>(
    db,
    portableSql`
      with noted as (
        insert into comment_note (survey_id, response_id, is_new)
        select r.survey_id, r.id, ${isNew}::boolean from response r
         where r.survey_id = ${surveyId} and ${which}
           and (r.answers ?| ${[...variables]}::text[]
                or exists (select from comment_judgement cj where cj.response_id = r.id))
         order by r.id
        returning id)
      select count(*)::int as n from noted`,
  )
  return noted?.n ?? 0
}

/** Notes the responses of a survey with a comment that was not judged as it is, or by something else. Returns how many. */
export function noteStaleRows(tx: Db, surveyId: number, questions: readonly JudgedQuestion[]): Promise<number> {
  const asked = JSON.stringify(questions)
  return insertNoteRows(tx, surveyId, {
    isNew: false,
    variables: questions.map(({ variable }) => variable),
    which: portableSql`exists (
      select from jsonb_to_recordset(${asked}::jsonb) as q(id int, variable text, engine text)
        left join comment_judgement cj on cj.response_id = r.id and cj.question_id = q.id
       where case when coalesce(r.answers->>q.variable, '') = '' then cj.response_id is not null
                  else cj.response_id is null or cj.engine <> q.engine
                       or cj.text_hash <> md5(r.answers->>q.variable) end)
      and not exists (select from comment_note n where n.response_id = r.id and n.survey_id = r.survey_id)`,
  })
}

/** The oldest notes of a survey with ids from `from` on: of answers that have just come, or of others. */
export async function readNoteRows(
  db: Kysely<Database>,
  surveyId: number,
  { isNew, from, most }: { isNew: boolean; from: number; most: number },
): Promise<CommentNote[]> {
  const rows = await db
    .selectFrom('comment_note')
    .select(['id', 'response_id as responseId', 'is_new as isNew'])
    .where('survey_id', '=', surveyId)
    .where('is_new', '=', isNew)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows
}

/** Number of responses of a survey whose comments wait to be judged. */
export async function countNoteRows(db: Kysely<Database>, surveyId: number): Promise<number> {
  const { n } = await db
    .selectFrom('comment_note')
    .where('survey_id', '=', surveyId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Comments of a survey that something else has judged than would judge them now. */
export async function countEarlierRows(
  db: Kysely<Database>,
  surveyId: number,
  questions: readonly JudgedQuestion[],
): Promise<number> {
  const [counted] = await runFragment<{ n: number }>(
    db,
    portableSql`
      select count(*)::int as n
        from comment_judgement cj
        left join jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as q(id int, engine text) on q.id = cj.question_id
       where cj.survey_id = ${surveyId} and cj.engine is distinct from q.engine`,
  )
  return counted?.n ?? 0
}

/** Removes notes that were done. */
export async function removeNoteRows({ db }: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('comment_note')
    .where((where) => where(where.ref('id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .execute()
}

/** Some responses of a survey with their answers to these questions. */
export async function readNotedResponses(
  db: Kysely<Database>,
  surveyId: number,
  ids: readonly number[],
  variables: readonly string[],
): Promise<NotedResponse[]> {
  return runFragment<NotedResponse>(
    db,
    portableSql`
      select r.id, r.contact->>'language' as language,
             (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(r.answers) a
               where a.key = any(${[...variables]}::text[])) as answers,
             (select coalesce(jsonb_object_agg(cj.question_id, jsonb_build_object('hash', cj.text_hash, 'engine', cj.engine)), '{}')
                from comment_judgement cj where cj.response_id = r.id) as known
        from response r where r.survey_id = ${surveyId} and r.id = any(${[...ids]}::bigint[]) order by r.id`,
  )
}

/**
 * Stores what was found in comments that are still as they were judged. What was corrected by hand stays so until the comment
 * itself is changed.
 */
export async function saveJudgementRows({ db }: Db, surveyId: number, judged: readonly JudgedComment[]): Promise<void> {
  if (judged.length === 0) return
  const given = judged.map(({ responseId, questionId, variable, hash, engine, judgement }) => ({
    ...judgement,
    ...{ response_id: responseId, question_id: questionId, variable, hash, engine },
  }))
  await runFragment(
    db,
    portableSql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n(
          response_id bigint, question_id int, variable text, hash text, engine text, lang text, label text, mixed boolean, score real,
          spans jsonb, categories jsonb, flags jsonb)),
      held as (
        select r.id from response r where r.id in (select response_id from given) and r.survey_id = ${surveyId}
         order by r.id for key share)
      insert into comment_judgement as cj
          (response_id, question_id, survey_id, lang, label, mixed, score, spans, categories, flags, engine, text_hash)
        select g.response_id, g.question_id, ${surveyId}::int, g.lang, g.label, g.mixed, g.score, g.spans, g.categories,
               array(select jsonb_array_elements_text(g.flags)), g.engine, g.hash
          from given g join held h on h.id = g.response_id join response r on r.id = g.response_id
         where md5(r.answers->>g.variable) = g.hash
        on conflict (response_id, question_id) do update set
          lang = excluded.lang, score = excluded.score, spans = excluded.spans, flags = excluded.flags,
          engine = excluded.engine, text_hash = excluded.text_hash,
          label = case when ${isKept} then cj.label else excluded.label end,
          mixed = case when ${isKept} then cj.mixed else excluded.mixed end,
          categories = case when ${isKept} then cj.categories else excluded.categories end,
          corrected_by = case when ${isKept} then cj.corrected_by end,
          corrected_at = case when ${isKept} then cj.corrected_at end`,
  )
}

const isKept = portableSql`cj.corrected_at is not null and cj.text_hash = excluded.text_hash`

/** Removes what was found in comments that are gone. */
export async function removeGoneJudgements(
  { db }: Db,
  ids: readonly number[],
  questions: readonly { id: number; variable: string }[],
): Promise<void> {
  const asked = JSON.stringify(questions.map(({ id, variable }) => ({ id, variable })))
  await runFragment(
    db,
    portableSql`
      delete from comment_judgement cj using response r
       where r.id = cj.response_id and r.id = any(${[...ids]}::bigint[])
         and not exists (select from jsonb_to_recordset(${asked}::jsonb) as q(id int, variable text)
                          where q.id = cj.question_id and coalesce(r.answers->>q.variable, '') <> '')`,
  )
}

/** What was found in the comments of some responses. */
export async function readJudgementRows(
  db: Kysely<Database>,
  responseIds: readonly number[],
): Promise<StoredCommentJudgement[]> {
  return db
    .selectFrom('comment_judgement')
    .selectAll()
    .where((where) => where(where.ref('response_id'), '=', sql<number>`any(${[...responseIds]}::bigint[])`))
    .execute() as Promise<StoredCommentJudgement[]>
}

/** A row of what was found in a comment. */
export interface StoredCommentJudgement {
  response_id: number
  question_id: number
  lang: string
  label: CommentJudgementTable['label']
  mixed: boolean
  score: number
  spans: Judgement['spans']
  categories: Judgement['categories']
  flags: Judgement['flags']
  engine: string
  corrected_by: string | null
  corrected_at: Date | null
  version: number
}

/** Surveys whose comments may have been judged by something else than `code`, or by another configuration. */
export async function listUncheckedSurveys(db: Kysely<Database>, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from survey
     where not starts_with(coalesce(comments_judged_with, ''), ${code} || '|' || model_version || '|')
     order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** With what the comments of a survey were last looked through; empty if never. */
export async function readJudgedWith(db: Kysely<Database>, surveyId: number): Promise<string> {
  const row = await db.selectFrom('survey').where('id', '=', surveyId).select('comments_judged_with').executeTakeFirst()
  return row?.comments_judged_with ?? ''
}

/** Notes with what the comments of a survey were looked through. */
export async function updateJudgedWith({ db }: Db, surveyId: number, judgedWith: string): Promise<void> {
  await db.updateTable('survey').set({ comments_judged_with: judgedWith }).where('id', '=', surveyId).execute()
}

/** The surveys with comments that wait. */
export async function listNotedSurveys(db: Kysely<Database>): Promise<number[]> {
  const rows = await db.selectFrom('comment_note').select('survey_id').distinct().orderBy('survey_id').execute()
  return rows.map((row) => row.survey_id)
}
