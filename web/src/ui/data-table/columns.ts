import type { Key, ReactNode } from 'react'

/** A column of a `PlainTable`, and the base of every other column. */
export interface PlainColumn<Row> {
  /** Unique name, under which the reader's choice of columns is stored. */
  id: string
  /** Heading, in the reader's language. */
  title: string
  /** The heading is for screen readers only, as over icons that explain themselves. */
  isTitleHidden?: boolean
  /** Left by default; numbers are aligned right. */
  align?: 'left' | 'center' | 'right'
  /** Minimum width in pixels; by default 160 in a data table, elsewhere the width of the content. */
  width?: number
  /** The column names its row. */
  naming?: boolean
  /** What the cell shows. */
  cell: (row: Row) => ReactNode
}

/** A number for a file, formatted as shown, which a spreadsheet reads as a number. Any other text stays text. */
export interface FileFigure {
  figure: string
}

/**
 * A column of a `DataTable`. Naming columns come first, are always shown, and are the ones a search in the browser
 * looks in. Make columns once per answer (`useMemo`): all rows are drawn again when they change.
 */
export interface Column<Row> extends PlainColumn<Row> {
  /** The cell as text: for the row's name, the search and the file. */
  text: (row: Row) => string
  /** What the file contains instead of `text`. */
  fileCell?: (row: Row) => string | FileFigure
  /** Explains the heading. */
  help?: string
  /** Keeps its width also where there is room for more, as dates do. */
  isFixed?: boolean
  /** Of the first column: what stands after the row's name, such as a button. */
  aside?: (row: Row) => ReactNode
  /** Long texts: they are wrapped, not cut. */
  isLong?: boolean
  /** Texts of a sentence or more: the column takes the room that is free, and shows two lines; all with `isLong`. */
  isProse?: boolean
  /** Hidden until chosen in the column chooser. */
  extra?: boolean
  /** The server's name for it in sorting; without it the column cannot be sorted. */
  sortBy?: string
  /** What else the order by it follows, such as "closed ones last": said beside the number of rows. */
  orderNote?: string
  /** On narrow screens it stands under the row's name, and is not folded away. */
  underName?: boolean
  /** The first click on its heading sorts descending. */
  descFirst?: boolean
  /** Of a list sorted in the browser: the order of its rows, by default that of their texts and numbers in them. */
  compare?: (a: Row, b: Row) => number
  /** Of a list sorted in the browser: rows that stay after the others, such as a sum. */
  staysLast?: (row: Row) => boolean
}

/** A narrow column before the naming column, such as the rank. */
export interface LeadColumn<Row> {
  title: string
  /** The short text of the heading, which has no room for the title. */
  short: string
  text: (row: Row) => string
  /** Width in pixels where it is not the usual one; on narrow screens it always is. */
  width?: number | undefined
  /** Shown instead of `short` and `text`, such as checkboxes. */
  head?: ReactNode
  cell?: (row: Row) => ReactNode
}

/** The rows that the reader has selected, on all pages, and what can be done with them. */
export interface Selection {
  /** Keys of the rows, as `keyOf` makes them. */
  keys: ReadonlySet<Key>
  onChange: (keys: ReadonlySet<Key>) => void
  /** Buttons, shown while something is selected. */
  actions: ReactNode
}

/** How a table is sorted: by which `sortBy`, and the direction; null for the server's own order. */
export interface Sorting {
  by: string | null
  desc: boolean
}

/** What identifies a row, and where it leads. */
export interface RowBehaviour<Row> {
  /** A unique key that stays the same for a row. */
  keyOf: (row: Row, index: number) => React.Key
  /** Address a row leads to, or null. The row's name becomes a link, and a click anywhere in the row follows it. */
  hrefOf?: (row: Row) => string | null
  /** Opens the row; by default it follows the address. */
  onOpen?: (row: Row) => void
  /** Why the reader may not open the row, or null where they may. */
  lockOf?: (row: Row) => string | null
  /** True for a row that leads to its child rows. */
  leadsDown?: (row: Row) => boolean
}
