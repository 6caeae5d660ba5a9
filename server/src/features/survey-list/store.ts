import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { listSurveys, saveMetaInterview } from '@gensvar/contract/survey-list'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Query = z.output<(typeof listSurveys)['query']>
type Settings = z.output<(typeof saveMetaInterview)['body']>

/** A page of the surveys of all universes, those with a text in one of their names, sorted; by universe and name at first. */
export async function listSurveyRows({ db, locale }: Pick<Ctx, 'db' | 'locale'>, query: Query) {
  const title = sql<string>`coalesce(nullif(survey.title->>${locale}, ''), nullif(survey.title->>'en', ''), survey.ext_name)`
  const orders = {
    id: sql`survey.id`,
    name: sql`lower(${title})`,
    universeName: sql`lower(universe.name)`,
    tag: sql`lower(survey.tag)`,
    textTag: sql`lower(survey.text_tag)`,
    disabled: sql`survey.disabled`,
    samplesOpen: sql`survey.samples_open`,
  } as const
  const text = query.filter.trim()
  const found = db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .$if(text !== '', (of) =>
      of.where(
        sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', ${title}, survey.ext_name, universe.name, survey.tag, survey.text_tag))) > 0`,
      ),
    )
  const direction = query.sortDesc === true ? 'desc' : 'asc'
  const rows = await found
    .select([
      'survey.id',
      'survey.ext_name as extName',
      'survey.title',
      'universe.name as universeName',
      'survey.tag',
      'survey.text_tag as textTag',
      'survey.disabled',
      'survey.samples_open as samplesOpen',
      sql<number>`(
        select count(*)::int from user_universe
        join app_user on app_user.id = user_universe.user_id and app_user.status <> 1
        join role_survey on role_survey.role_id = user_universe.role_id and role_survey.access
        where role_survey.survey_id = survey.id and not user_universe.disabled)`.as('nUsers'),
    ])
    .orderBy(orders[query.sortVar ?? 'universeName'], direction)
    .orderBy(sql`lower(${title})`)
    .orderBy('survey.id')
    .offset(query.rowFrom)
    .limit(Math.max(0, query.rowTo - query.rowFrom))
    .execute()
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Settings of a survey with their version. */
export function readSettings(db: Kysely<Database>, surveyId: number) {
  return db
    .selectFrom('survey')
    .select([
      'organisation_name as organisationName',
      'tag',
      'text_tag as textTag',
      'disabled',
      'samples_open as samplesOpen',
      'ext_name as extName',
      'title as nameText',
      'version',
    ])
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
}

/** Whether another survey of the same universe has a name. */
export async function isNameTaken(db: Kysely<Database>, surveyId: number, extName: string): Promise<boolean> {
  const row = await db
    .selectFrom('survey')
    .innerJoin('survey as own', 'own.universe_id', 'survey.universe_id')
    .select('survey.id')
    .where('own.id', '=', surveyId)
    .where('survey.id', '<>', surveyId)
    .where('survey.ext_name', '=', extName)
    .executeTakeFirst()
  return row !== undefined
}

/** Saves settings over the version they were read with; false where that is not the stored one any more. */
export async function saveSettingsRow({ db }: WriteTx, surveyId: number, settings: Settings): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('survey')
    .set((eb) => ({
      organisation_name: settings.organisationName,
      tag: settings.tag,
      text_tag: settings.textTag,
      disabled: settings.disabled,
      samples_open: settings.samplesOpen,
      ext_name: settings.extName,
      title: JSON.stringify(settings.nameText),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', surveyId)
    .where('version', '=', settings.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
