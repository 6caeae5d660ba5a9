import { isDeepStrictEqual } from 'node:util'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types'
import { usualSurveyFlags } from '#server/domain/rights/role-rights'
import { ImportRefusal } from './import-words.ts'
import { findSurvey, readTarget } from './find-target.ts'
import type { ImportTarget } from './find-target.ts'
import { titleOf } from './plan/name-columns.ts'
import {
  insertAdministratorRole,
  insertSurvey,
  insertUniverse,
  lockSurvey,
  openToAdministrators,
  renameSurvey,
} from './store.ts'

/** The survey an import goes into. */
export interface Place {
  universeId: number
  surveyId: number
  locale: string
  timeZone: string
}

/**
 * Makes universe and survey where missing and locks the survey for the transaction. Errors: `conflict` where the survey
 * changed since `target` was read.
 */
export async function makeSurvey(
  db: Kysely<Database>,
  request: { universe: string; survey: string; title?: string },
  target: ImportTarget,
): Promise<Place> {
  if (!target.universe) await insertUniverse(db, request.universe, titleOf(request.universe))
  const found = await findSurvey(db, request)
  const { universe } = found
  const title = request.title === undefined ? null : { [universe.defaultLocale]: request.title }
  if (!target.universe) await insertAdministratorRole(db, universe.id, 'Administrator')
  if (found.surveyId === null) {
    const extName = request.survey
    await insertSurvey(db, {
      universeId: universe.id,
      extName,
      title: title ?? { [universe.defaultLocale]: titleOf(extName) },
    })
  }
  const surveyId = found.surveyId ?? (await findSurvey(db, request)).surveyId
  if (surveyId === null) throw new Error('the survey was made and is not there')
  await lockSurvey(db, surveyId)
  const now = await readTarget(db, request)
  const empty = { id: surveyId, questions: [], views: [], responses: 0, keyed: 0, eventDate: null }
  if (!isDeepStrictEqual(now.existing, target.existing ?? empty)) {
    throw new ImportRefusal('conflict', say`Another import changed the survey meanwhile. Start this one again.`, [])
  }
  if (found.surveyId !== null && title) await renameSurvey(db, surveyId, title)
  if (found.surveyId === null) {
    await openToAdministrators(
      db,
      { universeId: universe.id, surveyId },
      Object.fromEntries(usualSurveyFlags.map((flag) => [flag, true])),
    )
  }
  return { universeId: universe.id, surveyId, locale: universe.defaultLocale, timeZone: universe.timeZone }
}
