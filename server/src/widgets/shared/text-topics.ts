import type { GrowingTopics } from '@gensvar/contract/entities/growing-topics'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { judgedQuestions } from '#server/domain/comments/comment-figures.ts'
import { categoriesOf } from '#server/domain/comments/survey-taxonomy.ts'
import { growingTopics } from '#server/domain/comments/topics/growing-topics.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import type { TextRequest } from './text-figures.ts'

/** Shares of fewer comments cannot be compared by the test that is used. */
const fewestCompared = 30

/** What the comments to a component's questions speak of more than before, `most` topics at most. */
export async function growingIn(request: TextRequest, most: number): Promise<GrowingTopics> {
  const { access, config } = request
  const { model } = access
  const fewestComments = Math.max(fewestCompared, model.config.lowBase)
  const none = { topics: [], nComments: null, nCommentsBefore: null, before: null, fewestComments }
  if (!access.canViewInterviews)
    return { ...none, withheld: localWords(say`This survey is anonymous: comments are not shown.`) }
  if (most === 0) return { ...none, withheld: null }
  const questions = judgedQuestions(model, config.questions)
  const { topics, nComments, nCommentsBefore, before } = await growingTopics(request, questions, {
    most,
    fewestComments,
  })
  const titles = new Map(categoriesOf(model.config.taxonomy).map(({ id, title }) => [id, title]))
  const titleOf = (kind: 'category' | 'word', name: string): LocalText =>
    kind === 'category' ? { ...titles.get(name) } : name
  return {
    topics: topics.map(({ kind, name, n, nBefore, nPositives, nNegatives }) => ({
      ...{ kind, name, title: titleOf(kind, name) },
      ...{ nComments: n, nPositives, nNegatives, nCommentsBefore: nBefore },
      percentage: percent(n, nComments),
      percentageBefore: percent(nBefore, nCommentsBefore),
    })),
    ...{ nComments, nCommentsBefore, fewestComments, withheld: null },
    before: before && spanText(before),
  }
}

/** A share with two decimals. */
function percent(part: number, whole: number): number {
  return Math.round((10_000 * part) / whole) / 100
}
