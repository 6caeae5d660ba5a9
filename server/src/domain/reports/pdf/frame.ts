import { say } from '@gensvar/contract/say'
import type { Node } from 'pdfmake'
import type { Drawing } from './drawing.ts'
import type { PdfBrand, PdfLogo } from './pdf-order.ts'
import { colours, margins, sizes } from './style.ts'

/** Greatest size of a logo in points. */
const logoSize: [number, number] = [150, 26]

/** The top of every page: the universe, and from the second page on the report. */
export function headerNode(page: number, title: string, brand: PdfBrand, drawing: Drawing): Node {
  const logo = brand.logo && logoNode(brand.logo)
  const name: Node = {
    text: drawing.print(brand.title),
    bold: true,
    fontSize: 11,
    margin: [0, logo ? 7 : 5, 0, 0],
    width: 'auto',
  }
  const report: Node = {
    text: page === 1 ? '' : drawing.print(title),
    color: colours.quiet,
    fontSize: sizes.small,
    alignment: 'right',
    width: '*',
    margin: [0, 9, 0, 0],
  }
  return {
    margin: [margins.side, 24, margins.side, 0],
    stack: [{ columns: [...(logo ? [logo] : []), name, report], columnGap: 10 }, rule(drawing.width, 8)],
  }
}

/** The foot of every page: the universe, the day, and the page of how many. */
export function footerNode(page: number, pages: number, brand: PdfBrand, drawing: Drawing): Node {
  const left = [brand.title, brand.date].filter((part) => part !== undefined && part !== '').join(' \u00b7 ')
  return {
    margin: [margins.side, 12, margins.side, 0],
    fontSize: sizes.small,
    color: colours.quiet,
    stack: [
      rule(drawing.width, 0),
      {
        margin: [0, 6, 0, 0],
        columns: [
          { text: drawing.print(left), width: '*' },
          { text: drawing.say(say`Page ${page} of ${pages}`), alignment: 'right', width: 'auto' },
        ],
      },
    ],
  }
}

function rule(width: number, above: number): Node {
  const line = { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.4, lineColor: colours.line } as const
  return { canvas: [line], margin: [0, above, 0, 0] }
}

/** A logo in the size it has on every page. */
export function logoNode(logo: PdfLogo): Node {
  if ('svg' in logo) return { svg: logo.svg, fit: logoSize, width: 'auto' }
  const address = `data:image/png;base64,${Buffer.from(logo.png).toString('base64')}`
  return { image: address, fit: logoSize, width: 'auto' }
}
