import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { countDoubted } from './counts-query.ts'
import type { DoubtCounts } from './counts-query.ts'
import { doubtId } from './doubt.ts'
import type { Choice, Doubt } from './doubt.ts'
import { codesWords, datesWords, outsideWords, personalWords, undatedWords } from './doubt-words.ts'

/** What the responses that the caller may see show of a doubt. */
export interface SeenDoubt {
  words: Words
  examples: string[]
  effectOf(choice: Choice): Words | ''
}

const examplesShown = 3

/** What the completed responses in the caller's scope show of doubts, by their ids. */
export async function seenDoubts(
  ctx: Ctx,
  access: SurveyAccess,
  doubts: readonly Doubt[],
): Promise<ReadonlyMap<string, SeenDoubt>> {
  const counts = await countDoubted(ctx, access, doubts)
  return new Map(
    doubts.flatMap((doubt) => {
      const own = counts.get(doubtId(doubt))
      return own ? [[doubtId(doubt), seenOf(doubt, own, ctx.locale)] as const] : []
    }),
  )
}

function seenOf(doubt: Doubt, counts: DoubtCounts, locale: string): SeenDoubt {
  const { others, doubted } = counts
  const values = inOrder(counts)
  const texts = values.map(String)
  const examples = texts.slice(0, doubt.kind === 'codes' ? texts.length : examplesShown)
  const mean = (sum: number, of: number): Words | '' =>
    of === 0 ? say`no answers` : say`mean ${decimal(sum / of, locale)} of ${new Count(of)} answers`
  const responses = (choice: Choice): Words =>
    say`${new Count(choice === 'left-out' ? others : others + doubted)} responses`
  const [othersSum, doubtedSum] = [counts.othersSum ?? 0, counts.doubtedSum ?? 0]
  switch (doubt.kind) {
    case 'below':
    case 'above': {
      const numbers = values.map(Number)
      // Only the number of doubted answers is known, not that of each value.
      const found = numbers.map((value, index) => [value, index === 0 ? doubted - numbers.length + 1 : 1] as const)
      return {
        words: outsideWords(doubt, others + doubted, found),
        examples,
        effectOf: (choice) =>
          choice === 'counted' ? mean(othersSum + doubtedSum, others + doubted) : mean(othersSum, others),
      }
    }
    case 'dates':
      return {
        words: datesWords(doubted, texts, doubt),
        examples,
        effectOf: responses,
      }
    case 'undated':
      return { words: undatedWords(doubted, others + doubted), examples, effectOf: responses }
    case 'personal':
      return { words: personalWords(doubt.sign), examples, effectOf: () => '' }
    case 'codes':
      return {
        words: codesWords(values.map(Number)),
        examples,
        effectOf: (choice) =>
          choice === 'number' ? mean(doubtedSum, doubted) : say`${new Count(counts.distinct)} choices`,
      }
  }
}

function inOrder({ some, last }: DoubtCounts): (string | number)[] {
  const all = [...new Set([...(some ?? []), ...(last === null ? [] : [last])])]
  return all.toSorted((a, b) => (a < b ? -1 : 1))
}

function decimal(value: number, locale: string): string {
  return value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
