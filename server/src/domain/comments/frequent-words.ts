import type { Condition } from '@gensvar/contract/conditions'
import type { TextWord } from '@gensvar/contract/entities/text-analytics'
import { countWords } from '#server/domain/figures/stored-words.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { listSpans } from './search-comments.ts'
import { functionWords } from './topics/function-words.ts'

/** The newest comments that words are taken from. */
const mostRead = 2000
/** Longer ones are whole sentences. In UTF-16 units. */
const longest = 40
/** Words of fewer comments are no sign of anything. */
const fewest = 2
const kinds: ReadonlySet<string> = new Set(['word', 'phrase', 'trained'])

/**
 * The words that most comments of the caller's own rows are judged by, `most` at most, the most frequent first. They are taken
 * from the newest comments, and each is counted in all: in as many as a search for it finds.
 */
export async function frequentWords(
  { ctx, access, requested }: FigureRequest,
  questions: readonly Question[],
  most: number,
): Promise<TextWord[]> {
  const { model, caseScope } = access
  const { conditions } = requested
  const found = new Map<string, number>()
  for (const { comment, lang, spans } of await listSpans(ctx, model, caseScope, { questions, conditions }, mostRead)) {
    const words = spans.filter(({ kind }) => kinds.has(kind)).map(({ start, end }) => comment.slice(start, end))
    const empty = functionWords(lang)
    const written = words.map((word) => word.toLowerCase()).filter((word) => word.length <= longest && !empty.has(word))
    for (const word of new Set(written)) found.set(word, (found.get(word) ?? 0) + 1)
  }
  const words = [...found]
    .filter(([, times]) => times >= fewest)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word)
  const isCompleted: Condition = { kind: 'sampleState', states: [0] }
  const asked = { conditions: [...conditions, isCompleted], words }
  const counts = await Promise.all(
    questions.map((question) => countWords(ctx, model, caseScope, { question, ...asked })),
  )
  const sum = (at: number, of: 'all' | 'positive' | 'negative'): number =>
    counts.reduce((total, one) => total + (one[at]?.[of] ?? 0), 0)
  return words
    .map((word, at) => ({
      word,
      nComments: sum(at, 'all'),
      nPositives: sum(at, 'positive'),
      nNegatives: sum(at, 'negative'),
    }))
    .toSorted((a, b) => b.nComments - a.nComments)
}
