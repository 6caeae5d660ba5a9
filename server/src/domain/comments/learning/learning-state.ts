import type { TextLearning } from '@gensvar/contract/entities/text-learning'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { fewestOfSide } from '#server/domain/text/training/train.ts'
import { analyzerOf } from '../survey-analyzer.ts'
import { isUsed } from '../survey-judge.ts'
import { lessonOf } from './lesson.ts'
import { readLearntRow } from './learnt-store.ts'
import type { LearntRow } from './learnt-store.ts'

/** What came of learning from a survey's ratings, as its readers are told. */
export async function learningState({ db, identity }: Ctx, model: SurveyModel): Promise<TextLearning> {
  const lesson = lessonOf(model)
  const row = lesson ? await readLearntRow(db, model.id) : undefined
  return {
    state: lesson ? stateOf(model, row) : model.anonymity === null ? 'unrated' : 'anonymous',
    ...{ nGood: row?.n_good ?? 0, nBad: row?.n_bad ?? 0, nNeeded: fewestOfSide, nApart: row?.n_apart ?? 0 },
    lexiconShare: percent(row?.lexicon_share),
    learntShare: percent(row?.learnt_share),
    ratings: lesson ? lesson.ratings.questions.map(titleOf) : [],
    canLearn: lesson !== null && identity.mayEditDashboards,
  }
}

function stateOf(model: SurveyModel, row: LearntRow | undefined): TextLearning['state'] {
  if (!row) return 'new'
  if (row.learnt === null) return 'few'
  if (isUsed(model, row)) return 'used'
  return row.lexicon_version === analyzerOf(model).lexicon.version ? 'worse' : 'old'
}

function percent(share = 0): number {
  return Math.round(1000 * share) / 10
}
