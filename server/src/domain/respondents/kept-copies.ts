import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'

/** Shortest text that addresses are searched for: a shorter one would be found in all of them. */
const leastLength = 5

/**
 * Removes what is kept of a survey's responses beside their rows: files of reports, uploads, and the first rows that
 * checks of imports have noted. Locks the survey. Returns how many files there were.
 */
export async function removeKeptCopies(tx: WriteTx<WriteContext>, surveyId: number): Promise<number> {
  const files = await removeCaseFiles(tx, surveyId)
  const { numAffectedRows } = await sql`
    delete from stored_file f using import_upload u where u.file_id = f.id and ${madeSurvey(surveyId)}`.execute(tx.db)
  await sql`
    delete from task where type = 'IMPORT_INTERVIEWS' and state in ('CLOSED', 'FAILED')
       and (survey_id = ${surveyId}
            or payload->>'survey' = (select ext_name from survey where id = ${surveyId})
               and universe_id = (select universe_id from survey where id = ${surveyId})
            or id in (select task_id from import_set where survey_id = ${surveyId}))`.execute(tx.db)
  return files + Number(numAffectedRows ?? 0)
}

/** How many files `removeKeptCopies` would remove. */
export async function countKeptFiles({ db }: Pick<Ctx, 'db'>, surveyId: number): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select (select count(*) from stored_file where survey_id = ${surveyId} and has_cases)
         + (select count(*) from import_upload u where ${madeSurvey(surveyId)}) as files`.execute(db)
  return Number(rows[0]?.files ?? 0)
}

/** Uploads (`u`) from which a survey was made: they belong to no survey, as there was none yet. */
function madeSurvey(surveyId: number): RawBuilder<boolean> {
  return sql<boolean>`(u.survey_id is null and u.universe_id = (select universe_id from survey where id = ${surveyId})
    and exists (select from import_set s
                 where s.survey_id = ${surveyId} and (s.task_id = u.task_id or s.filename = u.filename)))`
}

/** Saved filters and stored addresses of a survey that hold one of some texts, as addresses write them. */
function withTexts(surveyId: number, texts: readonly string[]): RawBuilder<boolean> {
  const found = texts
    .filter((text) => text.length >= leastLength)
    .flatMap((text) => [...new Set([text, encodeURIComponent(text)])].map((one) => one.toLowerCase()))
  return found.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`survey_id = ${surveyId}
        and exists (select from unnest(${found}::text[]) as t(text) where position(t.text in lower(path)) > 0)`
}

/** Removes saved filters and stored addresses of a survey that hold one of some texts. */
export async function removePaths(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  surveyId: number,
  texts: readonly string[],
): Promise<void> {
  await sql`delete from stored_path where ${withTexts(surveyId, texts)}`.execute(db)
  await sql`delete from saved_filter where ${withTexts(surveyId, texts)}`.execute(db)
}

/** How many `removePaths` would remove. */
export async function countPaths({ db }: Pick<Ctx, 'db'>, surveyId: number, texts: readonly string[]): Promise<number> {
  const { rows } = await sql<{ paths: number }>`
    select (select count(*) from stored_path where ${withTexts(surveyId, texts)})
         + (select count(*) from saved_filter where ${withTexts(surveyId, texts)}) as paths`.execute(db)
  return Number(rows[0]?.paths ?? 0)
}
