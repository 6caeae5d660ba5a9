import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SurveyModel } from './survey-model.ts'
import { readSurveyModel, readSurveyVersion } from './survey-model-store.ts'

const modelsByDatabase = new WeakMap<Kysely<Database>, Map<number, SurveyModel>>()

/**
 * The compiled survey of a universe by its ext name. Cached per version; the version is read on every call, so the next
 * request sees a change by any process. Throws `not_found`.
 */
export async function loadSurveyModel(
  deps: { db: Kysely<Database> },
  universeId: number,
  extName: string,
): Promise<SurveyModel> {
  const found = await readSurveyVersion(deps.db, { universeId, extName })
  if (!found) throw noSurvey(extName)
  return modelOfVersion(deps.db, found)
}

/** The error for a survey that the caller's universe does not have. */
export function noSurvey(extName: string): AppError {
  return new AppError('not_found', say`There is no survey named "${extName}".`)
}

/** As `loadSurveyModel`, by the survey's id. */
export async function loadSurveyModelById(deps: { db: Kysely<Database> }, surveyId: number): Promise<SurveyModel> {
  const model = await findSurveyModelById(deps, surveyId)
  if (!model) throw new AppError('not_found', say`The survey no longer exists.`)
  return model
}

/** As `loadSurveyModelById`; null for a survey that is gone. */
export async function findSurveyModelById(
  deps: { db: Kysely<Database> },
  surveyId: number,
): Promise<SurveyModel | null> {
  const found = await readSurveyVersion(deps.db, { surveyId })
  return found ? modelOfVersion(deps.db, found) : null
}

/** As `findSurveyModelById`; null also where its configuration cannot be read: what is wrong is told where it is used. */
export async function readableModel(deps: { db: Kysely<Database> }, surveyId: number): Promise<SurveyModel | null> {
  try {
    return await findSurveyModelById(deps, surveyId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** As `loadSurveyModelById`, of a survey whose version was just read with something else. */
export function loadSurveyModelAt(
  deps: { db: Kysely<Database> },
  survey: { id: number; version: number },
): Promise<SurveyModel> {
  return modelOfVersion(deps.db, survey)
}

async function modelOfVersion(db: Kysely<Database>, at: { id: number; version: number }): Promise<SurveyModel> {
  // Not cached in a transaction: what it reads may never be committed.
  if (db.isTransaction) return readSurveyModel(db, at.id)
  let models = modelsByDatabase.get(db)
  if (!models) modelsByDatabase.set(db, (models = new Map()))
  const cached = models.get(at.id)
  if (cached && cached.version >= at.version) return cached
  const model = await readSurveyModel(db, at.id)
  models.set(at.id, model)
  return model
}
