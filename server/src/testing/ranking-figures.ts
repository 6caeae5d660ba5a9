import type { FigureAbout } from '@gensvar/contract/entities/figure-about'
import type { RankingCell, RankingHeader } from '@gensvar/contract/entities/ranking'

/** A figure that the rows of a ranking have, and where it is in their cells. */
interface ColumnFigure {
  name: string
  about: FigureAbout | undefined
  cellOf: (cells: readonly RankingCell[]) => NonNullable<RankingCell['balls']>[number] | undefined
}

/** The figures of a column of a ranking: its own, or those of its balls. */
export function columnFigures({ value, renderType, about, balls = [], cellIndex }: RankingHeader): ColumnFigure[] {
  if (renderType === 'number') return [{ name: value, about, cellOf: (cells) => cells[cellIndex] }]
  return balls.map((ball, at) => ({
    name: ball.about.name,
    about: ball.about,
    cellOf: (cells) => cells[cellIndex]?.balls?.[at],
  }))
}
