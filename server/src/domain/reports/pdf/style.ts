import type { TableLayout } from 'pdfmake'

/** Colours on paper: those of the light scheme, in their roles. */
export const colours = {
  ink: '#14171C',
  quiet: '#5B6472',
  line: '#DFE3E9',
  lineStrong: '#868F9D',
  positive: '#007A5C',
  negative: '#BE0000',
  paper: '#FFFFFF',
}

/** Colours of series, in their order. */
export const seriesColours = ['#00C896', '#2F6BDE', '#E07B00', '#8E4EC6', '#0A93B0', '#C2417F', '#7A8B00', '#5B6472']

/** Sizes of texts in points. */
export const sizes = { title: 20, heading: 13, text: 9.5, table: 8.5, small: 8 }

/** Margins of a page in points. */
export const margins = { side: 40, top: 76, bottom: 56 }

/** Room between the margins of A4, in points. */
export const pages = {
  portrait: { width: 515, height: 709 },
  landscape: { width: 761, height: 462 },
}

/** Room at the left and right of a table's cells, in points; none at its own edges. */
export const cellPadding = 5

/** Hairlines between rows, none between columns; `heads` rows of heads, and a line above the Total row. */
export function tableLayout(heads: number, hasFooter: boolean): TableLayout {
  return {
    hLineWidth: (row, { table }) => {
      if (row < heads) return 0
      if (row === heads) return 0.8
      return hasFooter && row === table.body.length - 1 ? 0.8 : row === table.body.length ? 0 : 0.4
    },
    vLineWidth: () => 0,
    hLineColor: (row) => (row === heads ? colours.lineStrong : colours.line),
    paddingLeft: (column) => (column === 0 ? 0 : cellPadding),
    paddingRight: (column, { table }) => (column === table.widths.length - 1 ? 0 : cellPadding),
    paddingTop: () => 3,
    paddingBottom: () => 3,
  }
}
