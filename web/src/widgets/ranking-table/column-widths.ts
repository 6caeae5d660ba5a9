import type { RankingHeader } from '@gensvar/contract/entities/ranking'

/** Width of the rank's column in pixels. */
export const rankWidth = 52

/** Least width of the column that names a row: a share of the room, within these, in pixels. */
const nameWidth = { share: 0.26, least: 180, most: 300 }

/** Most a column of figures grows where there is room. */
const mostGrowth = 1.5

const widths: Record<RankingHeader['renderType'], number> = {
  string: 160,
  number: 92,
  lits: 120,
  alertstate: 120,
  link: 168,
  state: 80,
  custom: 200,
}

/** What a letter of a heading takes, and what stands beside the letters: padding and the arrow of the order. */
const letterWidth = 7
const besideHeading = 44
/** Longest line of a heading a column is widened for, in letters. */
const mostLetters = 16

/** A column's kind and its heading. */
export interface ColumnShape extends Pick<RankingHeader, 'renderType'> {
  heading: string
}

/**
 * Widths of the columns in pixels, the first being the one that names a row. A heading has room for its longest word
 * and for itself in two lines. Columns grow a little where there is room and the first takes what is left; where there
 * is none they keep their least width and the table scrolls.
 */
export function columnWidths(columns: readonly ColumnShape[], room: number): number[] {
  const others = columns.slice(1).map(leastWidth)
  const sum = others.reduce((total, width) => total + width, 0)
  const name = Math.round(Math.min(nameWidth.most, Math.max(nameWidth.least, nameWidth.share * room)))
  const growth = Math.min(mostGrowth, Math.max(1, room / (name + sum)))
  const grown = others.map((width) => Math.floor(width * growth))
  const left = room - grown.reduce((total, width) => total + width, 0)
  return [Math.max(name, left), ...grown]
}

function leastWidth({ renderType, heading }: ColumnShape): number {
  const longestWord = Math.max(...heading.split(/\s+/).map((word) => word.length))
  const letters = Math.min(mostLetters, Math.max(longestWord, Math.ceil(heading.length / 2) + 1))
  return Math.max(widths[renderType], letters * letterWidth + besideHeading)
}
