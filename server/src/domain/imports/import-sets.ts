import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { importSet } from '@gensvar/contract/entities/imports'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Database } from '#server/platform/db-types.ts'
import { translate } from '#server/platform/translate.ts'

type Db = Kysely<Database>

/** Most import sets that are listed. */
const mostListed = 500

/** An import of a survey. */
export interface ListedImportSet {
  id: number
  created: Date
  user: string
  filename: string
  ninterviews: number
  nalerts: number
  madeSurvey: boolean
  /** Why it cannot be undone as long as later imports are there; null where they do not matter. */
  locked: Words | null
}

/** The imports of a survey, newest first. */
export async function listImportSets(db: Db, surveyId: number): Promise<ListedImportSet[]> {
  const rows = await db
    .selectFrom('import_set')
    .select(['id', 'created', 'username', 'filename', 'added', 'changed', 'alerts', 'made_survey'])
    .where('survey_id', '=', surveyId)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
  const later = await laterImports(db, surveyId)
  return rows.map((row) => ({
    id: row.id,
    created: row.created,
    user: row.username,
    filename: row.filename,
    ninterviews: row.added + row.changed,
    nalerts: row.alerts,
    madeSurvey: row.made_survey,
    locked: lockedBy(later.get(row.id)),
  }))
}

/** The imports of a survey as a reader is told of them, newest first. */
export async function importSetsFor(
  { db, locale }: { db: Db; locale: Locale },
  surveyId: number,
): Promise<z.input<typeof importSet>[]> {
  const sets = await listImportSets(db, surveyId)
  return sets.map(({ created, locked, ...set }) => ({
    ...set,
    created: created.toISOString(),
    locked: locked && translate(locked, locale),
  }))
}

/** Why an import cannot be undone because of a later one; null where none builds on it. */
export async function lockOf(db: Db, surveyId: number, importSetId: number): Promise<Words | null> {
  return lockedBy((await laterImports(db, surveyId)).get(importSetId))
}

/** For each import that a later one builds on, that one's file; `null` where it only changed the same responses. */
async function laterImports(db: Db, surveyId: number): Promise<Map<number, { filename: string; sameRows: boolean }>> {
  const { rows } = await sql<{ id: number; filename: string; sameRows: boolean }>`
    select s.id, later.filename, s.responses_only as "sameRows"
      from import_set s
      join lateral (
           select l.filename from import_set l
            where l.survey_id = s.survey_id and l.id > s.id
              and (not s.responses_only
                   or exists (select from import_image i join response r on r.id = i.response_id
                               where i.import_set_id = l.id and r.import_set_id = s.id)
                   or exists (select from import_image i join import_image own on own.response_id = i.response_id
                               where i.import_set_id = l.id and own.import_set_id = s.id))
            order by l.id desc limit 1) later on true
     where s.survey_id = ${surveyId}`.execute(db)
  return new Map(rows.map(({ id, ...later }) => [id, later]))
}

function lockedBy(later: { filename: string; sameRows: boolean } | undefined): Words | null {
  if (!later) return null
  return later.sameRows
    ? say`The later import of ${later.filename} changed some of the same responses. Undo that one first.`
    : say`The later import of ${later.filename} builds on this one. Undo that one first.`
}
