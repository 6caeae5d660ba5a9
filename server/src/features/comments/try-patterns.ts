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
import { compileTaxonomy } from '#server/domain/text/categories/taxonomy.ts'
import { LexiconAnalyzer } from '#server/domain/text/lexicon-analyzer.ts'
import { AppError } from '#server/platform/errors.ts'
import { pauses } from '#server/platform/pauses.ts'

/** The newest comments, among which patterns are tried. */
const triedComments = 2000

/**
 * What patterns would catch among the newest comments of a survey that are in the language. Throws `validation` at each pattern
 * that cannot be read.
 */
export async function tryPatterns(
  ctx: Ctx,
  survey: string,
  { language, patterns, exclude }: z.output<(typeof route)['body']>,
): Promise<z.input<(typeof route)['response']>> {
  const access = await surveyAccess(ctx, survey)
  const { taxonomy, problems } = compileTaxonomy({ tried: { patterns, exclude, children: {} } })
  if (problems.length > 0)
    throw new AppError(
      'validation',
      say`Some patterns cannot be read.`,
      Object.fromEntries(problems.map(({ path, message }) => [path.slice(1).join('.'), say`${message}`])),
    )
  if (!access.canViewInterviews) {
    const why = say`This survey is anonymous: comments are not shown.`
    return { nComments: null, nCaught: null, examples: [], withheld: localWords(why) }
  }
  const { model } = access
  const { rows } = await searchComments(
    ctx,
    model,
    access.caseScope,
    {
      questions: analyzerOf(model).questions,
      ...{ conditions: [], term: '', sort: { by: 'date', desc: true } },
    },
    { from: 0, to: triedComments },
  )
  const analyzer = new LexiconAnalyzer({ [language]: taxonomy })
  const pause = pauses()
  const caught: { found: FoundComment; spans: { start: number; end: number; pattern: string }[] }[] = []
  const inLanguage = rows.filter(({ judgement }) => judgement?.lang === language)
  for (const found of inLanguage) {
    await pause()
    const [hit] = analyzer.analyseOne({ text: found.text, lang: language }).categories
    if (hit) caught.push({ found, spans: hit.spans })
  }
  return {
    nComments: inLanguage.length,
    nCaught: caught.length,
    examples: caught.slice(0, maxTriedComments).map(({ found: { row, question, text }, spans }) => ({
      interviewId: row.id,
      variable: question.variable,
      comment: text,
      spans,
    })),
    withheld: null,
  }
}
