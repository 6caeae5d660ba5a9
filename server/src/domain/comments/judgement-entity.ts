import type { CommentJudgement, TextSpan } from '@gensvar/contract/entities/text-analytics'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { movedSpans } from '#server/domain/text/personal/personal-data.ts'
import type { HiddenPart } from '#server/domain/text/personal/personal-data.ts'
import type { StoredCommentJudgement } from './judgement-store.ts'
import { judgedByOf } from './engine-name.ts'
import { sentimentOf } from './labels.ts'
import { categoriesOf } from './survey-taxonomy.ts'

/**
 * What is known of a comment, as the browser gets it. One that is not judged yet is neutral, in no category. With what is hidden
 * from the comment as it is sent, because places are those in that.
 */
export function judgementEntity(
  model: SurveyModel,
  stored: StoredCommentJudgement | null,
  hidden: readonly HiddenPart[] = [],
): CommentJudgement {
  if (stored === null) return unjudged
  const titles = new Map(categoriesOf(model.config.taxonomy).map(({ id, title }) => [id, title]))
  const { label, mixed, corrected_by: by, corrected_at: at } = stored
  // A category that the survey has no more is not told.
  const categories = stored.categories.filter(({ id }) => titles.has(id))
  return {
    sentiment: sentimentOf[label ?? 'neu'],
    positive: mixed || label === 'pos',
    negative: mixed || label === 'neg',
    score: Math.min(1, Math.max(-1, stored.score)),
    language: stored.lang,
    judgedBy: judgedByOf(stored.engine),
    flags: [...stored.flags],
    indicator: categories.map((one) => ({
      extName: one.id,
      title: { ...titles.get(one.id) },
      sentiment: sentimentOf[one.label],
    })),
    spans: [
      ...movedSpans(stored.spans, hidden)
        .filter(({ weight }) => weight !== 0)
        .map(({ start, end, weight, entry, because }): TextSpan => {
          const kind = weight > 0 ? 'positive' : 'negative'
          return { start, end, kind, entry, category: null, because: [...because] }
        }),
      ...categories.flatMap(({ id, spans }) =>
        movedSpans(spans, hidden).map(({ start, end, pattern }): TextSpan => {
          return { start, end, kind: 'category', entry: pattern, category: id, because: [] }
        }),
      ),
    ],
    corrected: by !== null && at !== null ? { by, at: at.toISOString() } : null,
    version: stored.version,
  }
}

const unjudged: CommentJudgement = {
  sentiment: 'neutral',
  positive: false,
  negative: false,
  score: 0,
  language: 'und',
  judgedBy: 'lexicon',
  flags: [],
  indicator: [],
  spans: [],
  corrected: null,
  version: 0,
}
