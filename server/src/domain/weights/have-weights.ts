import { isDeepStrictEqual } from 'node:util'
import { programContext } from '#server/domain/context.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { knownShares } from './weigh-survey.ts'
import { weightsTask } from './weights-task.ts'
import { readWeightsRow } from './weights-store.ts'

type WeighingContext = WriteContext & { clock: Clock }

/** Has the weights of a survey computed once the write is committed. Returns the task. */
export function haveWeights(
  tx: WriteTx<WeighingContext>,
  { id, universeId }: Pick<SurveyModel, 'id' | 'universeId'>,
): Promise<number> {
  const asked = { payload: { surveyId: id }, surveyId: id, universeId, dedupeKey: `weigh-responses ${id}` }
  return enqueueTask(programContext(tx, 'weights'), weightsTask, asked)
}

/** As `haveWeights`, once a configuration was stored that may have other shares, or none any more. */
export async function followShares(tx: WriteTx<WeighingContext>, surveyId: number): Promise<void> {
  const model = await readableModel(tx, surveyId)
  if (!model) return
  const row = await readWeightsRow(tx.db, surveyId)
  const shares = knownShares(model)
  if (shares ? !isDeepStrictEqual(row?.configured, shares) : row) await haveWeights(tx, model)
}
