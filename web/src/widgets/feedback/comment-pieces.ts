import type { TextSpan } from '@gensvar/contract/entities/text-analytics'

/** A stretch of a comment: words that count as good or bad, those of a category, or the rest. */
export interface CommentPiece {
  text: string
  /** What its words count as; null for the rest. A word that is good or bad and names a category is the former. */
  kind: TextSpan['kind'] | null
  spans: readonly TextSpan[]
}

const rank: Record<TextSpan['kind'], number> = { category: 0, positive: 1, negative: 1 }

/** Cuts a comment at its spans, which may overlap; places outside of the comment are ignored. */
export function piecesOf(comment: string, spans: readonly TextSpan[]): CommentPiece[] {
  const inside = spans.filter(({ start, end }) => start < end && end <= comment.length)
  const cuts = [...new Set([0, comment.length, ...inside.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1] ?? comment.length
    const own = inside.filter(({ start, end }) => start <= from && end >= to)
    const strongest = own.toSorted((a, b) => rank[b.kind] - rank[a.kind])[0]
    return { text: comment.slice(from, to), kind: strongest?.kind ?? null, spans: own }
  })
}

/** The beginning of a long comment, cut between words; `isCut` where something is missing. */
export function beginningOf(comment: string, most: number): { text: string; isCut: boolean } {
  if (comment.length <= most + most / 4) return { text: comment, isCut: false }
  const cut = comment.slice(0, most)
  const end = Math.max(cut.lastIndexOf(' '), Math.ceil(most / 2))
  return { text: cut.slice(0, end).replace(/[\s.,;:]+$/, ''), isCut: true }
}
