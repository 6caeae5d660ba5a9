import type { TextAnalysis } from '@gensvar/contract/entities/text-analytics'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { countEarlierRows, countNoteRows } from './judgement-store.ts'
import type { JudgedQuestion } from './judgement-store.ts'
import { judgedByOf, shortVersion } from './engine-name.ts'
import { learningState } from './learning/learning-state.ts'
import { surveyJudge } from './survey-judge.ts'

/** By survey: comments that another version judged, at a version of the data. */
const earlierByDatabase = new WeakMap<Kysely<Database>, Map<number, { at: string; n: Promise<number> }>>()

/** Whether the analysis of a survey's comments is complete, and what judges them. */
export async function analysisState(ctx: Ctx, model: SurveyModel): Promise<TextAnalysis> {
  const { enginesByQuestion: judged, engine } = await surveyJudge(ctx, model)
  const [nWaiting, nEarlier, learning] = await Promise.all([
    countNoteRows(ctx.db, model.id),
    countEarlier(ctx, model, judged),
    learningState(ctx, model),
  ])
  return {
    nWaiting,
    nEarlier,
    judgedBy: judgedByOf(engine),
    version: shortVersion(engine),
    learning,
    lowBase: model.config.lowBase,
  }
}

/** Counted again only once the survey's data have changed. */
function countEarlier({ db, analytics }: Ctx, model: SurveyModel, judged: readonly JudgedQuestion[]): Promise<number> {
  let known = earlierByDatabase.get(db)
  if (!known) earlierByDatabase.set(db, (known = new Map()))
  const engines = judged.map(({ engine }) => engine).join()
  const at = `${engines} ${model.version} ${analytics.feed.dataVersion(model.id)}`
  const kept = known.get(model.id)
  if (kept?.at === at) return kept.n
  const n = countEarlierRows(db, model.id, judged)
  known.set(model.id, { at, n })
  n.catch(() => known.delete(model.id))
  return n
}
