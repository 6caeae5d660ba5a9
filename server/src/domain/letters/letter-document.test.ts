import { maxLetterBytes } from '@gensvar/contract/letters'
import fc from 'fast-check'
import { DOMParser } from '@xmldom/xmldom'
import { decode as decodePng } from 'fast-png'
import { encode as encodeCode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { hostileLetter } from '#server/testing/hostile-letter.ts'
import { letterFile, letterText, redPixel } from '#server/testing/letters.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { fillLetter } from './compile-letter.ts'
import { readStoredLetter, takeLetter } from './letter-document.ts'

const known = new Set([
  ...['contact.name', 'contact.street', 'contact.postcode', 'contact.city', 'language'],
  ...['survey.link', 'survey.qrcode', 'survey.organisation', 'question.rating'],
])

function refusal(file: Buffer): string {
  try {
    takeLetter(file, known)
    return ''
  } catch (error) {
    if (!(error instanceof AppError) || error.fields?.['file'] === undefined) throw error
    return String(error.words)
  }
}

/** The paragraphs of a letter as they are printed. */
function printed(body: string, values: Readonly<Record<string, string>> = {}): string[] {
  const { document, problems } = takeLetter(letterFile({ body }), known)
  if (problems.length > 0) throw new Error(problems.map(String).join('\n'))
  const { pieces } = readStoredLetter(document, known)
  return paragraphs(fillLetter({ language: 'en', pieces }, (name) => values[name] ?? null))
}

function paragraphs(document: string): string[] {
  const read = new DOMParser().parseFromString(document, 'text/xml')
  const text = (node: { nodeName: string; textContent: string | null; childNodes: Iterable<never> }): string => {
    if (node.nodeName === 'text:line-break') return '\n'
    if (node.nodeName === 'text:tab') return '\t'
    if (node.nodeName === 'text:s')
      return ' '.repeat(
        Number((node as never as { getAttribute(name: string): string | null }).getAttribute('text:c') ?? 1),
      )
    const inner = [...node.childNodes]
    return inner.length === 0 ? (node.textContent ?? '') : inner.map(text).join('')
  }
  return [...read.getElementsByTagName('text:p')].map((one) => text(one as never))
}

describe('a file that is no letter is refused at its field', () => {
  test.each([
    [
      'a zip with the name of a letter',
      Buffer.from('PK\u0003\u0004 mimetypeapplication/vnd.oasis'),
      /no flat OpenDocument/,
    ],
    ['broken XML', Buffer.from(letterFile({ body: '<text:p>' }).toString()), /breaks off at line \d+/],
    ['no XML at all', Buffer.from('Dear Sir'), /damaged/],
    ['nothing', Buffer.alloc(0), /damaged/],
    ['another root', Buffer.from('<html/>'), /no flat OpenDocument/],
    [
      'a spreadsheet',
      Buffer.from(letterFile({ body: '' }).toString().replace('opendocument.text"', 'opendocument.spreadsheet"')),
      /no flat OpenDocument/,
    ],
    ['another encoding', Buffer.from(letterFile({ body: '' }).toString(), 'utf16le'), /UTF-8|damaged/],
    ['over 10 MB', Buffer.alloc(maxLetterBytes + 1, ' '), /over 10 MB/],
    [
      'very deep nesting',
      letterFile({ body: '<text:p>' + '<text:span>'.repeat(5000) + '</text:span>'.repeat(5000) + '</text:p>' }),
      /too many parts/,
    ],
    [
      'spaces without end',
      letterFile({ body: '<text:p><text:s text:c="999999999"/></text:p>' }),
      /more than 1000 times/,
    ],
    [
      'columns without end',
      letterFile({ body: '<table:table><table:table-column table:number-columns-repeated="16777216"/></table:table>' }),
      /more than 1000 times/,
    ],
  ])('%s', (_what, file, words) => {
    expect(refusal(file)).toMatch(words)
  })

  test('entities, which would grow a thousand million times or name a file, are not even read', () => {
    const letter = letterFile({ body: '<text:p>&lol9;</text:p>' }).toString()
    const lines = Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`).join('')
    const laughs = letter.replace('<office:document', `<!DOCTYPE lolz [<!ENTITY lol0 "lol">${lines}]><office:document`)
    const file = letter.replace('<office:document', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><office:document')
    for (const bad of [laughs, file]) expect(refusal(Buffer.from(bad))).toMatch(/declares entities/)
    expect(refusal(Buffer.from(letter))).toMatch(/damaged/)
  })
})

describe('what could load or run anything', () => {
  const { document, removed } = takeLetter(hostileLetter('http://127.0.0.1:9', '/tmp/touched'), known)

  test('is taken out, and told', () => {
    expect(removed.map(String).toSorted()).toEqual([
      'Embedded objects and programs were removed.',
      'Fields of databases were removed.',
      'Form fields were removed.',
      'Links to files, programs and other documents were removed.',
      'Macros, scripts and what starts them were removed.',
      'Pictures that are not in the letter itself as PNG, JPEG or GIF were removed.',
    ])
  })

  test('leaves links in the text, places in the letter, and pictures that are in it', () => {
    expect([...document.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['http://127.0.0.1:9/a', '#far'])
    expect(document.match(/<office:binary-data>/g)).toHaveLength(1)
    expect(document).toContain(redPixel)
    for (const text of ['Before', 'Section', 'Cell', 'a macro', 'a file', 'After']) expect(document).toContain(text)
    for (const gone of ['Sub Main', 'svg.png', 'etc/passwd', 'db.odb', 'LinkUpdateMode', 'database-display'])
      expect(document).not.toContain(gone)
  })

  test('is found whatever its prefix is, also in comments that hide a tag and in CDATA', () => {
    const again = takeLetter(
      letterFile({
        body: `<x:object xmlns:x="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" y:href="file:///a" xmlns:y="http://www.w3.org/1999/xlink"/>
          <o:stuff xmlns:o="http://openoffice.org/2000/text" o:href="http://127.0.0.1:9"/><?run this?>
          <text:p>{{contact<!-- x -->.name}} <![CDATA[<b>{{survey.link}}</b>]]></text:p>`,
      }),
      known,
    )
    expect(again.document).not.toMatch(/object|stuff|run this|CDATA|<!--/)
    expect(again.tags.toSorted()).toEqual(['contact.name', 'survey.link'])
  })

  test('pictures that would fill the memory are taken out', () => {
    const png = Buffer.from(redPixel, 'base64')
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    const letter = takeLetter(
      letterFile({
        body: `<text:p><draw:frame><draw:image><office:binary-data>${png.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`,
      }),
      known,
    )
    expect(letter.document).not.toContain('binary-data')
    expect(letter.removed.map(String)).toEqual([
      'Pictures that are not in the letter itself as PNG, JPEG or GIF were removed.',
    ])
  })
})

describe('merge tags', () => {
  const values = { 'contact.name': 'Kim Lind', 'contact.street': 'Storgatan 1', language: 'sv' }

  test('are found where a writer has split them into spans, and across spaces, tabs and line breaks', () => {
    expect(
      printed(
        `<text:p>Hej {<text:span>{conta</text:span><text:span text:style-name="bold">ct.</text:span>name}} och {{contact.street}}!</text:p>
         <text:p>{{#if<text:s/>language<text:s text:c="2"/>=<text:tab/>sv}}på svenska{{else}}in English{{/if}}</text:p>`,
        values,
      ),
    ).toEqual(['Hej Kim Lind och Storgatan 1!', 'på svenska'])
  })

  test('hold whole paragraphs where their parts stand alone', () => {
    const body = `<text:p>{{#if contact.city}}</text:p><text:p>City {{contact.city}}</text:p><text:p>Second</text:p>
      <text:p> {{else}} </text:p><text:p>No city</text:p><text:p>{{/if}}</text:p><text:p>End</text:p>`
    expect(printed(body, { 'contact.city': 'Umeå' })).toEqual(['City Umeå', 'Second', 'End'])
    expect(printed(body)).toEqual(['No city', 'End'])
  })

  test.each([
    ['a tag that does not exist', '<text:p>{{contact.nmae}}</text:p>', /no merge tag "contact.nmae"/],
    [
      'a tag that is not closed',
      '<text:p>Dear {{contact.name</text:p>',
      /In "Dear \{\{contact.name": A merge tag is not closed/,
    ],
    [
      'a condition across paragraphs with other text',
      '<text:p>a {{#if language = sv}}b</text:p><text:p>c{{/if}} d</text:p>',
      /within one paragraph/,
    ],
    [
      'a condition across ways of writing',
      '<text:p>{{#if language = sv}}<text:span>b{{/if}} c</text:span></text:p>',
      /within one paragraph/,
    ],
  ])('%s is told at the upload', (_what, body, words) => {
    const { problems } = takeLetter(letterFile({ body }), known)
    expect(problems.map(String).join('\n')).toMatch(words)
  })

  test('a value that is missing stops this letter alone, and is named', () => {
    expect(() => printed('<text:p>{{contact.name}}</text:p>', {})).toThrow(BrokenTag)
    expect(printed('<text:p>{{contact.name|customer}}</text:p>', {})).toEqual(['customer'])
  })

  test('values stay text: lines, tabs and spaces too, whatever they hold', () => {
    const evil = 'Åse & <b>Ole</b> "3" ]]> {{language}}\n  second\tline \u0000\u0008\uffff'
    expect(printed('<text:p>{{contact.name}}</text:p>', { 'contact.name': evil })).toEqual([
      'Åse & <b>Ole</b> "3" ]]> {{language}}\n  second\tline ',
    ])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (value) => {
        fc.pre(value.length > 0)
        const [text] = printed('<text:p>x{{contact.name}}x</text:p>', { 'contact.name': value })
        const kept = value
          .toWellFormed()
          // oxlint-disable-next-line no-control-regex
          .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]/g, '')
          .replaceAll(/\r\n?/g, '\n')
        expect(text).toBe(`x${kept}x`)
      }),
      { numRuns: 200 },
    )
  })

  test('the code of an address is a picture in the text, dot by dot that of the address', () => {
    const { document } = takeLetter(letterFile({ body: '<text:p>Point here: {{survey.qrcode}}</text:p>' }), known)
    const { pieces } = readStoredLetter(document, known)
    const filled = (address: string) => fillLetter({ language: 'en', pieces }, () => address)
    const address = 'https://feedback.example.org/a/1?x=1&y=2'
    const [frame] = [...new DOMParser().parseFromString(filled(address), 'text/xml').getElementsByTagName('draw:frame')]
    expect(frame?.getAttribute('text:anchor-type')).toBe('as-char')
    const { width, data } = decodePng(Buffer.from(frame?.textContent ?? '', 'base64'))
    const { data: dots, size } = encodeCode(address, { border: 4 })
    const dot = width / size
    expect(dots.map((line, y) => line.map((_, x) => data[(y + 0.5) * dot * width + (x + 0.5) * dot] === 0))).toEqual(
      dots,
    )
    expect(() => filled('no address')).toThrow(BrokenTag)
    expect(() => filled(`https://feedback.example.org/${'a'.repeat(300)}`)).toThrow(BrokenTag)
  })

  test('the letter that is shown as an example has them in a text frame and in its text', () => {
    const { tags, problems } = takeLetter(letterFile({ body: letterText }), known)
    expect(problems).toEqual([])
    expect(tags.toSorted()).toEqual([
      'contact.city',
      'contact.name',
      'contact.postcode',
      'contact.street',
      'survey.link',
      'survey.organisation',
    ])
  })
})
