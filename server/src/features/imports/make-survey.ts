import { isDeepStrictEqual } from 'node:util'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { ensureAdministratorRole, openToAdministrators } from '#server/domain/build/role.ts'
import { authorOf, ensureSurvey } from '#server/domain/build/survey.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import { ensureUniverse } from '#server/domain/build/universe.ts'
import { ImportRefusal } from './import-words.ts'
import { findSurvey, readTarget } from './find-target.ts'
import type { ImportTarget } from './find-target.ts'
import { titleOf } from './plan/name-columns.ts'
import { lockSurvey, renameSurvey } from './store.ts'

/** The survey an import goes into. */
export interface Place {
  universeId: number
  surveyId: number
  locale: string
  timeZone: string
}

/**
 * Creates universe and survey if missing and locks the survey for the transaction. Errors: `conflict` if the survey
 * changed since `target` was read.
 */
export async function makeSurvey(
  { db, identity }: { db: Kysely<Database>; identity?: Identity | null },
  request: { universe: string; universeTitle?: string; survey: string; title?: string },
  target: ImportTarget,
): Promise<Place> {
  if (!target.universe) {
    const universe = { name: request.universe, title: { en: request.universeTitle ?? titleOf(request.universe) } }
    await ensureAdministratorRole(db, await ensureUniverse(db, universe))
  }
  const { universe, surveyId: known } = await findSurvey(db, request)
  const title = request.title === undefined ? null : { [universe.defaultLocale]: request.title }
  const extName = request.survey
  const surveyId =
    known ??
    (await ensureSurvey(db, universe.id, {
      extName,
      title: title ?? { [universe.defaultLocale]: titleOf(extName) },
      authorId: identity ? authorOf(identity) : null,
    }))
  await lockSurvey(db, surveyId)
  const now = await readTarget(db, request)
  const empty = { id: surveyId, questions: [], views: [], responses: 0, keyed: 0, eventDate: null, main: null }
  if (!isDeepStrictEqual(now.existing, target.existing ?? empty)) {
    throw new ImportRefusal('conflict', say`Another import changed the survey meanwhile. Start this one again.`, [])
  }
  if (known === null) await openToAdministrators(db, { universeId: universe.id, surveyId })
  else if (title) await renameSurvey(db, surveyId, title)
  return { universeId: universe.id, surveyId, locale: universe.defaultLocale, timeZone: universe.timeZone }
}
