import type { CommentFacet } from '@gensvar/contract/comment-questions'
import { labelCodes, storedLabels } from '#server/domain/comments/labels.ts'
import type { Label } from '#server/domain/text/analysis.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import type { Cell, Column } from './analytics-store.ts'

/** What was found in a comment, as read from the system of record. */
export interface StoredJudgement {
  questionId: number
  /** Null for a comment that says nothing. */
  label: Label | null
  categories: readonly { id: string; label: Label }[]
}

type Facet = NonNullable<Question['facet']>

/** The columns of the comments to a question: what each says as a whole, and of each category. */
export class CommentColumns {
  readonly columns: readonly Column[]
  readonly #categories: readonly string[]

  /** `facet` is the one of the categories, whose choices are all there are. */
  constructor(facet: Question) {
    this.#categories = facet.choices.map(({ extName }) => extName)
    const names = [sentimentColumn(facet.id), ...this.#categories.map((name) => categoryColumn(facet.id, name))]
    this.columns = names.map((name) => ({ name, type: 'int8' }))
  }

  /** Writes into `into[first]` and the columns after it; they stay null where a comment says nothing. */
  write(into: Cell[][], first: number, row: number, { label, categories }: StoredJudgement): void {
    if (label === null) return
    const said = new Map(categories.map(({ id, label: own }) => [id, labelCodes[own]]))
    const values = [labelCodes[label], ...this.#categories.map((name) => said.get(name) ?? 0)]
    for (const [at, value] of values.entries()) {
      const cells = into[first + at]
      if (cells) cells[row] = value
    }
  }
}

/** Column with what comments say as a whole: a code of `labelCodes`; null without a comment that says something. */
export function sentimentColumn(questionId: number): string {
  return `c${questionId}`
}

/** Column of a facet: of the sentiment, or of the category that is a choice of it. */
export function facetColumn({ of, kind }: Facet, choice: string | undefined): string {
  return kind === 'sentiment' ? sentimentColumn(of) : categoryColumn(of, choice ?? '')
}

/** Codes in the column of a category for which a facet counts a comment. */
export function facetCodes(kind: CommentFacet): readonly number[] {
  return kind === 'category' || kind === 'sentiment' ? Object.values(labelCodes) : [labelCodes[storedLabels[kind]]]
}

/** Column of a category: 0 where a comment is not in it, else what it says of it. Named by the category itself. */
function categoryColumn(questionId: number, id: string): string {
  const name = id.replaceAll(/[^a-z0-9]/gu, (letter) => `_${Buffer.from(letter).toString('hex')}`)
  return `c${questionId}_${name}`
}
