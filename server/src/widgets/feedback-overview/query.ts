import { maxGrowingTopics } from '@gensvar/contract/entities/growing-topics'
import { maxCloudWords } from '@gensvar/contract/entities/text-analytics'
import { Words } from '@gensvar/contract/say'
import { judgedQuestions } from '#server/domain/comments/comment-figures.ts'
import { frequentWords } from '#server/domain/comments/frequent-words.ts'
import { categoriesIn, countedComments, overviewOf } from '#server/widgets/shared/text-figures.ts'
import { growingIn } from '#server/widgets/shared/text-topics.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Most categories that are shown. */
const most = 4

/** Feedback in total, and the categories at the top of the taxonomy that most comments speak of. */
export const feedbackOverview: WidgetServer<'feedback-overview'> = {
  async data(request) {
    const comments = await countedComments(request)
    const overview = await overviewOf(request, comments)
    const categories = comments instanceof Words ? [] : categoriesIn(request, comments)
    return {
      overview,
      topCategories: categories
        .filter(({ parent }) => parent === null)
        .toSorted((a, b) => (b.nComments ?? 0) - (a.nComments ?? 0))
        .slice(0, most),
      words:
        comments instanceof Words
          ? []
          : await frequentWords(
              request,
              judgedQuestions(request.access.model, request.config.questions),
              maxCloudWords,
            ),
    }
  },
  topics: (request) => growingIn(request, request.config.newTopics ? maxGrowingTopics : 0),
}
