import type { TextCategory } from '@gensvar/contract/entities/text-analytics'

/** One question's comments that speak of a category. */
export type QuestionResult = TextCategory['questionResults'][number]

/** A line of the table: a category, or what it is to one of the questions. */
export type Line =
  | { kind: 'category'; key: string; depth: number; category: TextCategory; isOpen: boolean; canOpen: boolean }
  | { kind: 'question'; key: string; depth: number; category: TextCategory; result: QuestionResult }

/** What the categories of a level are sorted by; the greatest first. */
export type CategoryOrder = 'comments' | 'positive' | 'negative' | 'neutral'

function valueOf({ nComments, ...one }: TextCategory, order: CategoryOrder): number | null {
  switch (order) {
    case 'comments':
      return nComments
    case 'positive':
      return one.percentagePositives
    case 'negative':
      return one.percentageNegatives
    case 'neutral':
      return one.percentageNeutrals
  }
}

/** Categories of a level, the greatest first; those withheld come last, equal ones as the taxonomy has them. */
function sorted(categories: readonly TextCategory[], order: CategoryOrder): TextCategory[] {
  const value = (one: TextCategory) => valueOf(one, order) ?? -1
  return categories.toSorted((a, b) => value(b) - value(a) || (b.nComments ?? 0) - (a.nComments ?? 0))
}

/** The lines of the table: each category, and below one that is open its questions and the categories in it. */
export function linesOf(
  categories: readonly TextCategory[],
  order: CategoryOrder,
  open: ReadonlySet<string>,
  parent: string | null = null,
  depth = 0,
): Line[] {
  const level = categories.filter((one) => one.parent === parent)
  return sorted(level, order).flatMap((category): Line[] => {
    const { extName, questionResults } = category
    const canOpen = questionResults.length > 0 || categories.some((one) => one.parent === extName)
    const isOpen = canOpen && open.has(extName)
    const line: Line = { kind: 'category', key: extName, depth, category, isOpen, canOpen }
    if (!isOpen) return [line]
    const questions = questionResults.map((result): Line => ({
      kind: 'question',
      key: `${extName} ${result.variable}`,
      depth: depth + 1,
      category,
      result,
    }))
    return [line, ...questions, ...linesOf(categories, order, open, extName, depth + 1)]
  })
}
