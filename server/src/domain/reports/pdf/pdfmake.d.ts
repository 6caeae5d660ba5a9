/** The part of pdfmake that reports are made with. The published types bring the browser's globals along. */
declare module 'pdfmake' {
  /** Space around a node: left, top, right, bottom, in points. */
  type Margin = [number, number, number, number]

  interface Style {
    alignment?: 'left' | 'right' | 'center'
    bold?: boolean
    italics?: boolean
    color?: string
    decoration?: 'underline'
    fontSize?: number
    lineHeight?: number
    margin?: Margin
    sup?: boolean
  }

  interface Line {
    type: 'line'
    x1: number
    y1: number
    x2: number
    y2: number
    lineWidth: number
    lineColor: string
    dash?: { length: number }
  }

  /** A part of a document: text, a table, columns, a stack, a drawing. */
  interface Node extends Style {
    text?: string | readonly (string | Node)[]
    link?: string
    stack?: readonly Node[]
    columns?: readonly Node[]
    columnGap?: number
    width?: number | 'auto' | '*'
    svg?: string
    image?: string
    fit?: [number, number]
    canvas?: readonly Line[]
    table?: {
      headerRows?: number
      keepWithHeaderRows?: number
      dontBreakRows?: boolean
      widths: readonly (number | 'auto' | '*')[]
      body: readonly (readonly Node[])[]
    }
    layout?: TableLayout
    colSpan?: number
    unbreakable?: boolean
    pageBreak?: 'before'
  }

  /** Lines and padding of a table, by row or column. `table.body` is the table's own. */
  interface TableLayout {
    hLineWidth(row: number, node: { table: { body: readonly unknown[] } }): number
    vLineWidth(column: number): number
    hLineColor(row: number): string
    paddingLeft(column: number): number
    paddingRight(column: number, node: { table: { widths: readonly unknown[] } }): number
    paddingTop(row: number): number
    paddingBottom(row: number): number
  }

  interface DocumentDefinition {
    pageSize: 'A4'
    pageOrientation: 'portrait' | 'landscape'
    pageMargins: Margin
    version: '1.7'
    language: string
    displayTitle: boolean
    info: Readonly<Record<string, string | Date>>
    defaultStyle: Style & { font: string }
    header?(page: number, pages: number): Node
    footer?(page: number, pages: number): Node
    content: readonly Node[]
  }

  interface PdfMake {
    setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> }
  }

  const pdfMake: PdfMake
  export default pdfMake
  export type { DocumentDefinition, Margin, Node, Style, TableLayout }
}
