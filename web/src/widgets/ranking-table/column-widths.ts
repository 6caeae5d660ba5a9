import type { RankingHeader } from '@gensvar/contract/entities/ranking'

/** Width of the rank's column in pixels. */
export const rankWidth = 52

/** Least width of the column that names a row, in pixels. */
const nameWidth = 180

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

/**
 * Widths of the columns in pixels, the first being the one that names a row. Columns grow a little where there is
 * room and the first takes what is left; where there is none they keep their least width and the table scrolls.
 */
export function columnWidths(columns: readonly Pick<RankingHeader, 'renderType'>[], room: number): number[] {
  const others = columns.slice(1).map((column) => widths[column.renderType])
  const sum = others.reduce((total, width) => total + width, 0)
  const growth = Math.min(mostGrowth, Math.max(1, room / (nameWidth + sum)))
  const grown = others.map((width) => Math.floor(width * growth))
  const left = room - grown.reduce((total, width) => total + width, 0)
  return [Math.max(nameWidth, left), ...grown]
}
