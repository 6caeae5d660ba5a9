import { maxSuggestedWords } from '@gensvar/contract/comments'
import type { suggestPatterns as route } from '@gensvar/contract/comments'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { storedLabels } from '#server/domain/comments/labels.ts'
import { listJudgedTexts } from '#server/domain/comments/search-comments.ts'
import { analyzerOf } from '#server/domain/comments/survey-analyzer.ts'
import { suggestedWords } from '#server/domain/comments/topics/suggested-words.ts'
import type { SuggestingComment } from '#server/domain/comments/topics/suggested-words.ts'
import type { Ctx } from '#server/domain/context.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { pauses } from '#server/platform/pauses.ts'
import { draftMatcher, readComments } from './draft-patterns.ts'

/**
 * Words that stand out among the newest comments of a survey in a language: in those that the patterns catch, or in good or bad ones
 * of no category. Throws `validation` at each pattern that cannot be read.
 */
export async function suggestPatterns(
  ctx: Ctx,
  survey: string,
  { language, from, ...draft }: z.output<(typeof route)['body']>,
): Promise<z.input<(typeof route)['response']>> {
  const access = await surveyAccess(ctx, survey)
  const caughtIn = draftMatcher(language, draft)
  if (!access.canViewInterviews) {
    const why = say`This survey is anonymous: comments are not shown.`
    return { nComments: null, nFrom: null, suggestions: [], withheld: localWords(why) }
  }
  const { model, caseScope } = access
  const { questions } = analyzerOf(model)
  const texts = await listJudgedTexts(
    ctx,
    model,
    caseScope,
    { questions, conditions: [], lang: language },
    readComments,
  )
  const pause = pauses()
  const comments: SuggestingComment[] = []
  for (const { text, label, categories } of texts) {
    await pause()
    const isCaught = caughtIn(text) !== null
    const isAmong = from === 'category' ? isCaught : label === storedLabels[from] && categories.length === 0
    comments.push({ text, isAmong, isCaught })
  }
  const found = await suggestedWords(comments, language, maxSuggestedWords, pause)
  return {
    nComments: comments.length,
    nFrom: comments.filter(({ isAmong }) => isAmong).length,
    suggestions: found.map(({ pattern, shown, comments: of, nNew }) => ({
      pattern,
      shown,
      nComments: of.length,
      nNew,
    })),
    withheld: null,
  }
}
