import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import type { Ctx } from '#server/domain/context.ts'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import { lockOf } from '#server/domain/imports/import-sets.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { removeSurvey } from '#server/features/surveys/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { readConfigFile } from '../configuration/config-file.ts'
import { readExistingSurvey } from '../store.ts'
import {
  digestOf,
  readConfigurationVersion,
  restoreConfiguration,
  restorePlanIfSame,
  restoreSurvey,
} from './snapshot-store.ts'
import { countLocks, countUsers, findImportSetRow, lockSetResponses, removeImportSetRows } from './store.ts'
import type { StoredImportSet } from './store.ts'

/** What undoing an import did, and its transaction for `ChangeFeed.waitFor`. */
export interface Undone {
  ok: true
  removed: number
  restored: number
  surveyRemoved: boolean
  xid: number
}

/**
 * Undoes an import: the survey is what it was before, as if the import had never been. One that made the survey removes
 * it. Throws `not_found`, and `conflict` where something since then builds on the import.
 */
export async function removeImportSet(ctx: Ctx, survey: string, importSetId: number): Promise<Undone> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, model.id)
    const set = await findImportSetRow(tx.db, model.id, importSetId)
    if (!set) throw new AppError('not_found', say`There is no such import. Somebody may have undone it already.`)
    const locked = await lockOf(tx.db, model.id, set.id)
    if (locked) throw new AppError('conflict', locked)
    await lockSetResponses(tx.db, model.id, set.id)
    const locks = await countLocks(tx.db, model.id, set.id)
    if (locks.final > 0)
      throw refused(
        say`The figures of this anonymous survey count responses of this import already, so they cannot be taken back.`,
      )
    if (set.madeSurvey) return removeMadeSurvey(tx, model.id, set, locks.others)
    if (locks.changed > 0)
      throw refused(
        say`${new Count(locks.changed)} responses of this import were changed since. Undoing it would lose these changes.`,
      )
    if (set.responsesOnly) await restorePlanIfSame(tx.db, model.id, set.change)
    else {
      await demandUnused(tx, model.id, set)
      await restoreRest(tx, model.id, set)
    }
    const done = await removeImportSetRows(tx.db, set.id)
    await removeCaseFiles(tx, model.id)
    const { universeId } = model
    await tx.audit({ action: 'import.undo', surveyId: model.id, universeId, object: set.filename, details: done })
    return { ok: true, ...done, surveyRemoved: false, xid: await tx.surveyChanged(model.id) }
  })
}

async function removeMadeSurvey(
  tx: WriteTx,
  surveyId: number,
  { filename }: StoredImportSet,
  others: number,
): Promise<Undone> {
  if (others > 0)
    throw refused(
      say`The survey was made by this import, and ${new Count(others)} responses came in otherwise since. They would be removed with it.`,
    )
  await tx.audit({ action: 'import.undo', surveyId, object: filename })
  const { responses, xid } = await removeSurvey(tx, surveyId)
  return { ok: true, removed: responses, restored: 0, surveyRemoved: true, xid }
}

/** Samples can be made, moved and answered by hand: nobody's may be left at a place or with an answer that is gone. */
async function demandUnused({ db }: WriteTx, surveyId: number, { id, change }: StoredImportSet): Promise<void> {
  const { question, choice } = change.rows
  const brought = { afterUnit: change.before.lastUnit, questions: question.added, choices: choice.added }
  const users = await countUsers(db, surveyId, id, brought)
  if (users > 0)
    throw refused(
      say`${new Count(users)} other responses use places, questions or choices that this import brought. Change or delete them first.`,
    )
}

async function restoreRest(tx: WriteTx, surveyId: number, { change, digest }: StoredImportSet): Promise<void> {
  const { db } = tx
  if ((await digestOf(db, surveyId, change.before.lastUnit)) !== digest)
    throw refused(
      say`Questions, choices, units or decisions of the survey were changed since. Undoing this import would lose these changes.`,
    )
  const version = await readConfigurationVersion(db, surveyId)
  await restoreSurvey(db, surveyId, change)
  if (version !== change.configuration) await demandFitting(tx, surveyId)
  else if (version !== change.before.configuration)
    await restoreConfiguration(db, surveyId, change.before.configuration)
}

/** A configuration that was changed since is kept, so it must not name what the import brought. */
async function demandFitting({ db }: WriteTx, surveyId: number): Promise<void> {
  const current = await readConfiguration(db, surveyId)
  if (!current) return
  const { survey } = await readExistingSurvey(db, surveyId)
  try {
    readConfigFile('configuration', current.text).check(
      survey.questions.map(({ variable, type }) => ({ variable, plan: { type } })),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refused(
      say`The configuration of the survey was changed since and needs what this import brought. Change it first: ${error.words}`,
    )
  }
}

function refused(words: Words): AppError {
  return new AppError('conflict', words)
}
