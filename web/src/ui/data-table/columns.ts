import type { ReactNode } from 'react'

/** A column of a `PlainTable`: what every table asks of a column. */
export interface PlainColumn<Row> {
  /** Tells the column from the others, also among those remembered as chosen. */
  id: string
  /** Heading, in the reader's language. */
  title: string
  /** Over icons that explain themselves: the heading is for screen readers alone. */
  isTitleHidden?: boolean
  /** Left unless told; numbers stand at the right. */
  align?: 'left' | 'center' | 'right'
  /** Least width in pixels: in a data table 160 unless told, elsewhere what the content takes. */
  width?: number
  /** Names the row. */
  naming?: boolean
  /** What the cell shows. */
  cell: (row: Row) => ReactNode
}

/** A number for a file, as it is shown: a spreadsheet reads it as one. Any other text stays a text. */
export interface FileFigure {
  figure: string
}

/**
 * A column of a `DataTable`. Those that name the row come first, are always shown, and are what a search in the browser
 * looks in. Columns are made once per answer (`useMemo`): all rows are drawn again when they change.
 */
export interface Column<Row> extends PlainColumn<Row> {
  /** The cell in words: for the name of a row, for what is typed into the search, and for the file. */
  text: (row: Row) => string
  /** What the file holds instead of `text`. */
  fileCell?: (row: Row) => string | FileFigure
  /** Explains the heading. */
  help?: string
  /** Hidden until chosen in the column chooser. */
  extra?: boolean
  /** What the server calls it when asked to sort by it; a column without cannot be sorted by. */
  sortBy?: string
  /** The first click on its heading sorts from the greatest down. */
  descFirst?: boolean
}

/** A narrow column before the one that names a row, such as its rank. */
export interface LeadColumn<Row> {
  title: string
  /** What stands in the heading, where there is no room for the title. */
  short: string
  text: (row: Row) => string
}

/** How a table is sorted: by which `sortBy`, and the direction; null for an order of the server's own. */
export interface Sorting {
  by: string | null
  desc: boolean
}

/** How rows are told apart, and where they lead. */
export interface RowBehaviour<Row> {
  /** Stays the same for a row while the table lives. */
  keyOf: (row: Row, index: number) => React.Key
  /** Address a row leads to, or null: its name is a link then, and a click beside the name does the same. */
  hrefOf?: (row: Row) => string | null
  /** Goes there; follows the address unless told. */
  onOpen?: (row: Row) => void
  /** Why the reader may not open the row, or null where they may. */
  lockOf?: (row: Row) => string | null
  /** True for a row with rows of its own below it, which it leads to. */
  leadsDown?: (row: Row) => boolean
}
