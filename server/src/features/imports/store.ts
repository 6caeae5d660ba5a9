import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { ExistingQuestion, ExistingSurvey } from './plan/existing-survey.ts'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import type { StoredConfiguration } from '#server/domain/build/configuration.ts'

type Db = Kysely<Database>

/** What an import needs of a universe. */
export interface FoundUniverse {
  id: number
  timeZone: string
  defaultLocale: string
}

/** The universe of a name, or null. */
export async function findUniverse(db: Db, name: string): Promise<FoundUniverse | null> {
  const row = await db
    .selectFrom('universe')
    .select(['id', 'time_zone', 'default_locale'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? { id: row.id, timeZone: row.time_zone, defaultLocale: row.default_locale } : null
}

/** Id of a survey of a universe, or null. */
export async function findSurveyId(db: Db, universeId: number, extName: string): Promise<number | null> {
  const row = await db
    .selectFrom('survey')
    .select('id')
    .where('universe_id', '=', universeId)
    .where('ext_name', '=', extName)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks a survey against other imports until the transaction ends; its samples can be saved meanwhile. */
export async function lockSurvey(db: Db, surveyId: number): Promise<void> {
  await db.selectFrom('survey').select('id').where('id', '=', surveyId).forNoKeyUpdate().execute()
}

/** Changes a survey's title. */
export async function renameSurvey(db: Db, surveyId: number, title: Record<string, string>): Promise<void> {
  await db
    .updateTable('survey')
    .set({ title: JSON.stringify(title) })
    .where('id', '=', surveyId)
    .execute()
}

/** A survey with what an import must not change. */
export async function readExistingSurvey(
  db: Db,
  surveyId: number,
): Promise<{ survey: Omit<ExistingSurvey, 'eventDate' | 'main'>; configuration: StoredConfiguration | null }> {
  const [questions, views, counts, configuration] = await Promise.all([
    db.selectFrom('question').selectAll().where('survey_id', '=', surveyId).orderBy('sorder').orderBy('id').execute(),
    db.selectFrom('view').selectAll().where('survey_id', '=', surveyId).orderBy('sorder').orderBy('id').execute(),
    sql<{ n: number; keyed: number }>`
      select count(*) as n, count(foreign_id) as keyed from response where survey_id = ${surveyId}`.execute(db),
    readConfiguration(db, surveyId),
  ])
  const survey = {
    id: surveyId,
    questions: questions.map(toQuestion),
    views: views.map((view) => ({
      id: view.id,
      extName: view.ext_name,
      title: firstText(view.title),
      levels: view.levels,
    })),
    responses: counts.rows[0]?.n ?? 0,
    keyed: counts.rows[0]?.keyed ?? 0,
  }
  return { survey, configuration }
}

function toQuestion(row: Selectable<Database['question']>): ExistingQuestion {
  const { separator, whole, notAnswered, outside, steps, lowBest, renamed } = row.format
  return {
    id: row.id,
    variable: row.variable,
    header: row.foreign_name,
    type: row.type,
    title: firstText(row.title),
    min: row.scale_min,
    max: row.scale_max,
    separator: typeof separator === 'string' ? separator : null,
    whole: Array.isArray(whole) ? (whole as string[]) : [],
    notAnswered: Array.isArray(notAnswered) ? (notAnswered as (string | number)[]) : [],
    outside: outside === 'blank' || outside === 'below' || outside === 'above' ? outside : 'counted',
    steps:
      typeof steps === 'object' && steps !== null ? new Map(Object.entries(steps as Record<string, number>)) : null,
    renamed: typeof renamed === 'object' && renamed !== null ? (renamed as Record<string, string>) : {},
    lowBest: lowBest === true,
  }
}

function firstText(texts: Readonly<Record<string, string>>): string {
  return texts['en'] ?? Object.values(texts)[0] ?? ''
}

/** Where a survey is and what it is called; null if there is none. */
export async function readSurveyPlace(
  db: Db,
  surveyId: number,
): Promise<{
  universeId: number
  extName: string
  title: Record<string, string>
  locale: string
  timeZone: string
} | null> {
  const row = await db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('survey.id', '=', surveyId)
    .select([
      'survey.universe_id as universeId',
      'survey.ext_name as extName',
      'survey.title',
      'universe.default_locale as locale',
      'universe.time_zone as timeZone',
    ])
    .executeTakeFirst()
  return row ?? null
}
