import type { Element, Node } from '@xmldom/xmldom'
import { isElement } from './letter-file.ts'
import { odfNames } from './odf-names.ts'

/** Most pixels of a picture: a page at 600 dots an inch has 35 million. */
const maxPixels = 50_000_000

/**
 * Whether an element holds a picture as PNG, JPEG or GIF of a size that can be printed. Drawings (SVG, WMF, EMF) are
 * programs of a kind, and may name files.
 */
export function isPrintable(image: Element | Node | null): boolean {
  if (!isElement(image)) return false
  for (let node = image.firstChild; node; node = node.nextSibling)
    if (isElement(node) && node.namespaceURI === odfNames.office && node.localName === 'binary-data')
      return isPicture(Buffer.from(node.textContent ?? '', 'base64'))
  return false
}

function isPicture(file: Buffer): boolean {
  const size = sizeOf(file)
  return size !== null && size.width > 0 && size.height > 0 && size.width * size.height <= maxPixels
}

/** Width and height of a picture in pixels, as its header says; null for what is none. */
function sizeOf(file: Buffer): { width: number; height: number } | null {
  try {
    const start = file.subarray(0, 6).toString('latin1')
    if (start.slice(1, 4) === 'PNG' && file[0] === 0x89)
      return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    if (start === 'GIF87a' || start === 'GIF89a') return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
    return file[0] === 0xff && file[1] === 0xd8 ? sizeOfJpeg(file) : null
  } catch {
    return null
  }
}

/** The size stands in the frame's header, behind blocks that say how long they are. */
function sizeOfJpeg(file: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 < file.length;) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  return null
}
