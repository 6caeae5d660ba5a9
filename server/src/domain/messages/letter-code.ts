import { encode as encodePng } from 'fast-png'
import { encode as encodeCode } from 'uqr'

/** Width and height of a code in a letter: a phone reads it from a hand's breadth away. */
const side = '25mm'
/** Pixels of a dot, so that printers and viewers draw its edges sharply. */
const dot = 8
/** Dots without ink around a code, which readers ask for. */
const quietZone = 4

const urn = 'urn:oasis:names:tc:opendocument:xmlns:'
const namespaces = [
  `xmlns:draw="${urn}drawing:1.0" xmlns:svg="${urn}svg-compatible:1.0"`,
  `xmlns:text="${urn}text:1.0" xmlns:office="${urn}office:1.0"`,
].join(' ')

/** The QR code of an address, as a picture that stands in a letter's text as a sign of it does. */
export function letterCode(address: string): string {
  const picture = Buffer.from(codePicture(address)).toString('base64')
  return [
    `<draw:frame ${namespaces} text:anchor-type="as-char" svg:width="${side}" svg:height="${side}">`,
    `<draw:image><office:binary-data>${picture}</office:binary-data></draw:image>`,
    '</draw:frame>',
  ].join('')
}

/** The QR code of an address as PNG, in black and white. */
function codePicture(address: string): Uint8Array {
  const { data: dots, size } = encodeCode(address, { border: quietZone })
  const width = size * dot
  const data = new Uint8Array(width * width).fill(255)
  for (const [row, line] of dots.entries())
    for (const [column, isDark] of line.entries()) {
      if (!isDark) continue
      for (let y = row * dot; y < (row + 1) * dot; y++)
        data.fill(0, y * width + column * dot, y * width + (column + 1) * dot)
    }
  return encodePng({ width, height: width, data, channels: 1, depth: 8 })
}
