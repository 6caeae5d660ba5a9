import { noteComments } from '#server/domain/comments/note-comments.ts'
import { notePush } from '#server/domain/campaigns/rounds/note-push.ts'
import { hooksOf } from '#server/domain/scripts/hooks.ts'
import { programContext } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { updatesTask } from './updates-task.ts'
import { insertChangeRows, insertUpdateRows } from './update-store.ts'
import type { NotedChange } from './update-store.ts'

type NotingTx = WriteTx<WriteContext & { clock: Clock }>

/**
 * Has the scripts of a survey told that a response was changed, and campaigns that push look at it, once the write is committed. Whoever writes answers or
 * states of responses calls this in the same write, or one of the functions below.
 */
export function noteSampleChange(tx: NotingTx, model: SurveyModel, id: number, change: NotedChange): Promise<void> {
  return noteSampleChanges(tx, model, [{ id, change }])
}

/** As `noteSampleChange`, for several responses. */
export async function noteSampleChanges(
  tx: NotingTx,
  model: SurveyModel,
  changes: readonly { id: number; change: NotedChange }[],
): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(({ id }) => id)
  await notePush(tx, model.id, portableSql`r.id = any(${ids}::bigint[])`)
  await noteComments(tx, model, portableSql`r.id = any(${ids}::bigint[])`)
  if (!isHandled(model)) return
  await insertChangeRows(tx, model.id, changes)
  await haveHandled(tx, model)
}

/** As `noteSampleChange`, for responses that were added. */
export async function noteNewSamples(tx: NotingTx, model: SurveyModel, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await notePush(tx, model.id, portableSql`r.id = any(${ids}::bigint[])`)
  await noteComments(tx, model, portableSql`r.id = any(${ids}::bigint[])`)
  if (!isHandled(model)) return
  await insertUpdateRows(tx, model.id, portableSql`r.id = any(${ids}::bigint[])`)
  await haveHandled(tx, model)
}

/**
 * As `noteSampleChange`, for any number of responses (`response` as `r`) of a survey whose metadata the write may have
 * changed.
 */
export async function noteSamplesOf(tx: NotingTx, surveyId: number, which: Fragment): Promise<void> {
  await notePush(tx, surveyId, which)
  const model = await readableModel(tx, surveyId)
  if (!model) return
  // Rules of alerts are not asked of what is imported once more: an import may be quiet about them.
  await noteComments(tx, model, which, false)
  if (!isHandled(model)) return
  await insertUpdateRows(tx, surveyId, which)
  await haveHandled(tx, model)
}

/** Nobody may open the single answers of an anonymous survey, so its scripts get none. */
function isHandled(model: SurveyModel): boolean {
  return model.anonymity === null && hooksOf(model, 'HANDLE_SAMPLE_UPDATED').length > 0
}

/** The survey as it is now; null where its configuration cannot be read, which must not keep answers from being stored. */
async function readableModel(tx: NotingTx, surveyId: number): Promise<SurveyModel | null> {
  try {
    return await loadSurveyModelById(tx, surveyId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

/** Creates the survey's task if none is waiting. */
async function haveHandled(tx: NotingTx, { id, universeId }: SurveyModel): Promise<void> {
  const program = programContext(tx, 'scripts of samples')
  const payload = { surveyId: id }
  const key = `handle-samples ${id}`
  await enqueueTask(program, updatesTask, { payload, surveyId: id, universeId, dedupeKey: key })
}
