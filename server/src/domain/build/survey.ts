import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'

/** A survey to store, without its questions. */
export interface NewSurvey {
  extName: string
  title?: Texts
  organisationName?: string
  /** The user who makes it; left out by commands. */
  authorId?: number | null
}

/** Whom a survey is noted as made by: the user; null for root, who can open every survey. */
export function authorOf({ userId, isRoot }: Pick<Identity, 'userId' | 'isRoot'>): number | null {
  return isRoot ? null : userId
}

/** Inserts a survey; returns its id. Throws `conflict` at `survey` where the universe has one with the name. */
export async function insertSurvey(db: Kysely<Database>, universeId: number, survey: NewSurvey): Promise<number> {
  const id = await insertIfFree(db, universeId, survey)
  if (id !== null) return id
  const words = say`There is already a survey "${survey.extName}".`
  throw new AppError('conflict', words, { survey: words })
}

/** Id of the survey with a name; inserted if missing. An existing one keeps its title. */
export async function ensureSurvey(db: Kysely<Database>, universeId: number, survey: NewSurvey): Promise<number> {
  const id = await insertIfFree(db, universeId, survey)
  if (id !== null) return id
  const found = await db
    .selectFrom('survey')
    .select('id')
    .where('universe_id', '=', universeId)
    .where('ext_name', '=', survey.extName)
    .executeTakeFirstOrThrow()
  return found.id
}

async function insertIfFree(db: Kysely<Database>, universeId: number, survey: NewSurvey): Promise<number | null> {
  const row = await db
    .insertInto('survey')
    .values({
      universe_id: universeId,
      ext_name: survey.extName,
      title: JSON.stringify(survey.title ?? {}),
      organisation_name: survey.organisationName,
      author_id: survey.authorId,
    })
    .onConflict((conflict) => conflict.columns(['universe_id', 'ext_name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
