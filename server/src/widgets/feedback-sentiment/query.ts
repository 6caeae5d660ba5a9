import { Words } from '@gensvar/contract/say'
import { analysisState } from '#server/domain/comments/analysis-state.ts'
import { totalOf, uncategorised } from '#server/domain/comments/comment-figures.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { categoriesIn, countedComments } from '#server/widgets/shared/text-figures.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** All categories that comments speak of, with what they say of each. */
export const feedbackSentiment: WidgetServer<'feedback-sentiment'> = {
  async data(request) {
    const analysis = await analysisState(request.ctx, request.access.model)
    const comments = await countedComments(request)
    if (comments instanceof Words)
      return { categories: [], nComments: null, nUncategorised: null, withheld: localWords(comments), analysis }
    const without = await Promise.all(comments.map(({ question }) => uncategorised(request, question)))
    return {
      categories: categoriesIn(request, comments),
      nComments: comments.reduce((sum, { counts }) => sum + totalOf(counts), 0),
      nUncategorised: without.reduce((sum, n) => sum + n, 0),
      withheld: null,
      analysis,
    }
  },
}
