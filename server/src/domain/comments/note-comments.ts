import { programContext } from '#server/domain/context.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { commentsTask } from './comments-task.ts'
import { commentedQuestions } from './facets.ts'
import { insertNoteRows, readJudgedWith } from './judgement-store.ts'
import { surveyJudge } from './survey-judge.ts'

type NotingTx = WriteTx<WriteContext & { clock: Clock }>

/**
 * Has the comments of responses (`response` as `r`) judged once the write is committed. Whoever writes answers calls this in
 * the same write, as `note-updates.ts` does for most. `isNew` is false where no alerts are to come of it.
 */
export async function noteComments(tx: NotingTx, model: SurveyModel, which: Fragment, isNew = true): Promise<void> {
  const variables = commentedQuestions(model.questions, model.config).map(({ variable }) => variable)
  if (variables.length === 0) return
  const noted = await insertNoteRows(tx, model.id, { which, variables, isNew })
  // The task of an anonymous survey is the one that comes by itself, because a task tells when an answer came.
  if (noted > 0 && model.anonymity === null) await haveCommentsJudged(tx, model)
}

/** Has a survey's comments looked through, such as after its configuration was changed: those that wait are judged. */
export async function haveCommentsJudged(
  tx: NotingTx,
  { id, universeId }: Pick<SurveyModel, 'id' | 'universeId'>,
): Promise<void> {
  const program = programContext(tx, 'text analytics')
  const key = `analyse-comments ${id}`
  await enqueueTask(program, commentsTask, { payload: { surveyId: id }, surveyId: id, universeId, dedupeKey: key })
}

/** As `haveCommentsJudged`, once a configuration was stored that may have other categories or other questions with comments. */
export async function followConfiguration(tx: NotingTx, surveyId: number): Promise<void> {
  const model = await readableModel(tx, surveyId)
  const judge = model && (await surveyJudge(tx, model))
  if (!model || !judge || judge.questions.length === 0) return
  const before = await readJudgedWith(tx.db, surveyId)
  if (!before.endsWith(`|${judge.key}`)) await haveCommentsJudged(tx, model)
}
