import { maxTriedComments } from '@gensvar/contract/comments'
import type { tryPatterns as route } from '@gensvar/contract/comments'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { searchComments } from '#server/domain/comments/search-comments.ts'
import type { FoundComment } from '#server/domain/comments/search-comments.ts'
import { analyzerOf } from '#server/domain/comments/survey-analyzer.ts'
import type { Ctx } from '#server/domain/context.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { pauses } from '#server/platform/pauses.ts'
import { draftMatcher, readComments } from './draft-patterns.ts'
import type { Caught } from './draft-patterns.ts'

interface TriedComment {
  found: FoundComment
  /** What was caught; null where nothing was. */
  spans: Caught | null
}

/**
 * What patterns would catch among the newest comments of a survey that are in the language, and which of these hold a term. Throws
 * `validation` at each pattern that cannot be read.
 */
export async function tryPatterns(
  ctx: Ctx,
  survey: string,
  { language, term, ...draft }: z.output<(typeof route)['body']>,
): Promise<z.input<(typeof route)['response']>> {
  const access = await surveyAccess(ctx, survey)
  const caughtIn = draftMatcher(language, draft)
  if (!access.canViewInterviews) {
    const why = say`This survey is anonymous: comments are not shown.`
    return { nComments: null, nCaught: null, nFound: null, examples: [], withheld: localWords(why) }
  }
  const { model } = access
  const { rows } = await searchComments(
    ctx,
    model,
    access.caseScope,
    {
      questions: analyzerOf(model).questions,
      ...{ conditions: [], term: '', lang: language, sort: { by: 'date', desc: true } },
    },
    { from: 0, to: readComments },
  )
  const pause = pauses()
  const tried: TriedComment[] = []
  for (const found of rows) {
    await pause()
    tried.push({ found, spans: caughtIn(found.text) })
  }
  const caught = tried.filter(({ spans }) => spans !== null)
  const wanted = term.trim().toLowerCase()
  const held = tried.filter(({ found: { text } }) => text.toLowerCase().includes(wanted))
  return {
    nComments: tried.length,
    nCaught: caught.length,
    nFound: wanted === '' ? null : held.length,
    examples: (wanted === '' ? caught : held)
      .slice(0, maxTriedComments)
      .map(({ found: { row, question, text }, spans }) => ({
        interviewId: row.id,
        variable: question.variable,
        comment: text,
        spans: spans ?? [],
      })),
    withheld: null,
  }
}
