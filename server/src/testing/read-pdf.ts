import { inflateSync } from 'node:zlib'

/** What a PDF of pdfkit says, read from the file itself. */
export interface ReadPdf {
  /** Lines of each page from top to bottom, words in reading order. */
  pages: string[][]
  /** All text, with single spaces. */
  text: string
  /** Size of each page in points. */
  sizes: [number, number][]
  /** Names of its fonts, and how many of them the file holds. */
  fonts: string[]
  embeddedFonts: number
  /** Number of pictures made of pixels. */
  images: number
  /** Number of drawn paths. */
  paths: number
  /** Addresses of its links. */
  links: string[]
  title: string
  language: string
}

type Matrix = readonly [number, number, number, number, number, number]
type Glyphs = ReadonlyMap<number, string>

/** Reads a PDF; throws where it is not one of the kind that pdfkit writes. */
export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsOf(file)
  const all = [...objects.values()].map(({ text }) => text)
  const object = (reference: string | undefined) => objects.get(Number(reference ?? -1))
  const pageIds = /\/Kids \[([^\]]*)\]/.exec(all.find((text) => text.includes('/Type /Pages')) ?? '')?.[1] ?? ''
  const pages = [...pageIds.matchAll(/(\d+) 0 R/g)].map((match) => object(match[1])?.text ?? '')
  const read = pages.map((page) => {
    const resources = object(/\/Resources (\d+) 0 R/.exec(page)?.[1])?.text ?? ''
    const fonts = new Map<string, Glyphs>()
    for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, glyphsOf(object(/\/ToUnicode (\d+) 0 R/.exec(object(id)?.text ?? '')?.[1])?.stream ?? ''))
    return readContent(object(/\/Contents (\d+) 0 R/.exec(page)?.[1])?.stream ?? '', fonts)
  })
  const lines = read.map(({ words }) => linesOf(words))
  return {
    pages: lines,
    text: lines.flat().join(' '),
    sizes: pages.map((page) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
      return [Math.round(Number(width)), Math.round(Number(height))]
    }),
    fonts: [...new Set(all.flatMap((text) => /\/FontName \/[A-Z]+\+([\w-]+)/.exec(text)?.[1] ?? []))].sort(),
    embeddedFonts: all.filter((text) => /\/FontFile\d? \d+ 0 R/.test(text)).length,
    images: all.filter((text) => text.includes('/Subtype /Image')).length,
    paths: read.reduce((sum, { paths }) => sum + paths, 0),
    links: all.flatMap((text) => /\/URI \((.*?)\)/.exec(text)?.[1] ?? []),
    title: unescaped(
      object(/\/Title (\d+) 0 R/.exec(all.find((text) => text.includes('/Producer ')) ?? '')?.[1])?.text ?? '',
    ),
    language: /\/Lang \((.*?)\)/.exec(all.find((text) => text.includes('/Type /Catalog')) ?? '')?.[1] ?? '',
  }
}

function objectsOf(file: Buffer): Map<number, { text: string; stream: string }> {
  const raw = file.toString('latin1')
  const xref = raw.slice(raw.lastIndexOf('\nxref\n'), raw.lastIndexOf('\ntrailer\n'))
  const objects = new Map<number, { text: string; stream: string }>()
  for (const [, offset] of xref.matchAll(/^(\d{10}) \d{5} n/gm)) {
    const at = Number(offset)
    const [head = '', id] = /^(\d+) 0 obj\n/.exec(raw.slice(at, at + 20)) ?? []
    const text = raw.slice(at + head.length, raw.indexOf('\nendobj', at)).split('\nstream\n')[0] ?? ''
    const length = Number(/\/Length (\d+)/.exec(text)?.[1] ?? 0)
    const start = at + head.length + text.length + '\nstream\n'.length
    const bytes = text.includes('/Length ') ? file.subarray(start, start + length) : Buffer.alloc(0)
    const isText =
      bytes.length > 0 && text.includes('/FlateDecode') && !/\/(Subtype \/(Image|CIDFontType0C)|Length1)/.test(text)
    objects.set(Number(id), { text, stream: isText ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

/** Characters by glyph. */
function glyphsOf(cmap: string): Glyphs {
  const glyphs = new Map<number, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [at, [, codes = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const units = (codes.replaceAll(' ', '').match(/.{4}/g) ?? []).map((code) => parseInt(code, 16))
      glyphs.set(parseInt(from, 16) + at, String.fromCharCode(...units))
    }
  return glyphs
}

interface Word {
  text: string
  x: number
  y: number
}

function readContent(content: string, fonts: ReadonlyMap<string, Glyphs>): { words: Word[]; paths: number } {
  const words: Word[] = []
  const stack: Matrix[] = []
  let at: Matrix = [1, 0, 0, 1, 0, 0]
  let line: Matrix = at
  let glyphs: Glyphs | undefined
  let paths = 0
  for (const row of content.split('\n')) {
    const parts = row.trim().split(/\s+/)
    const numbers = parts.slice(-7, -1).map(Number) as unknown as Matrix
    const operator = parts.at(-1)
    if (operator === 'q') stack.push(at)
    else if (operator === 'Q') at = stack.pop() ?? at
    else if (operator === 'cm') at = product(numbers, at)
    else if (operator === 'Tm') line = product(numbers, at)
    else if (operator === 'Tf') glyphs = fonts.get((parts[0] ?? '').slice(1))
    else if (operator === 'f' || operator === 'S' || operator === 'B') paths += 1
    else if (operator === 'TJ' || operator === 'Tj') {
      const codes = [...row.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      words.push({ text: codes.map((code) => glyphs?.get(parseInt(code, 16)) ?? '').join(''), x: line[4], y: line[5] })
    }
  }
  return { words, paths }
}

function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

function linesOf(words: readonly Word[]): string[] {
  const lines = Map.groupBy(words, ({ y }) => Math.round(y))
  return [...lines]
    .sort(([one], [other]) => other - one)
    .map(([, line]) =>
      line
        .toSorted((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(' ')
        // Spaces of all kinds may have one glyph.
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
}

function unescaped(text: string): string {
  const bytes = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')).replaceAll(/\\(.)/gs, '$1')
  return bytes.startsWith('\u00fe\u00ff') ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes
}
