import type { TextAnalysis } from '@gensvar/contract/entities/text-analytics'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { countNoteRows } from './judgement-store.ts'
import { analyzerOf } from './survey-analyzer.ts'

/** By survey: comments that another version judged, at a version of the data. */
const earlierByDatabase = new WeakMap<Kysely<Database>, Map<number, { at: string; n: Promise<number> }>>()

/** Whether the analysis of a survey's comments is complete, and what judges them. */
export async function analysisState(ctx: Ctx, model: SurveyModel): Promise<TextAnalysis> {
  const { engine } = analyzerOf(model)
  const [nWaiting, nEarlier] = await Promise.all([countNoteRows(ctx.db, model.id), countEarlier(ctx, model, engine)])
  const [, version = '', words = '', categories = ''] = engine.split(/[ .]/)
  return {
    nWaiting,
    nEarlier,
    judgedBy: 'lexicon',
    version: `${version}.${words.slice(0, 4)}.${categories.slice(0, 4)}`,
    lowBase: model.config.lowBase,
  }
}

/** Counted again only once the survey's data have changed. */
function countEarlier({ db, analytics }: Ctx, model: SurveyModel, engine: string): Promise<number> {
  let known = earlierByDatabase.get(db)
  if (!known) earlierByDatabase.set(db, (known = new Map()))
  const at = `${engine} ${model.version} ${analytics.feed.dataVersion(model.id)}`
  const kept = known.get(model.id)
  if (kept?.at === at) return kept.n
  const n = readEarlier(db, model.id, engine)
  known.set(model.id, { at, n })
  n.catch(() => known.delete(model.id))
  return n
}

async function readEarlier(db: Kysely<Database>, surveyId: number, engine: string): Promise<number> {
  const { n } = await db
    .selectFrom('comment_judgement')
    .where('survey_id', '=', surveyId)
    .where('engine', '<>', engine)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
