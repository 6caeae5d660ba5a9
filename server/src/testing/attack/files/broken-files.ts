import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../../../features/demo/random.ts'
import { row, workbook, zip } from './zip.ts'
import type { Lies } from './zip.ts'

/** A file for the import, and what has to come of it. */
export interface BrokenFile {
  kind: string
  /** File name with its ending. */
  name: string
  content: Buffer | string | 'folder' | 'missing'
  /** `imported`: all of its rows arrive. `refused`: none, and the words match. `either`: one or the other, whole. */
  outcome: 'imported' | 'refused' | 'either'
  words?: RegExp
  /** Rows that have to arrive where it is imported. */
  rows?: number
  /** Texts the answers have to hold then. */
  holds?: readonly string[]
}

const header = ['id', 'region', 'store', 'visited', 'rating', 'comment'] as const

/** Rows of an ordinary file. */
function plainRows(count: number): (string | number)[][] {
  return Array.from({ length: count }, (_, at) => [
    at + 1,
    `r${at % 3}`,
    `s${at % 6}`,
    `2024-01-${10 + (at % 20)}`,
    1 + (at % 5),
    at % 4 === 0 ? `said ${at}` : '',
  ])
}

const rows = plainRows(60)
const csvText = [header, ...rows].map((cells) => cells.join(',')).join('\n')
const sheetRows = [header, ...rows].map((cells, at) => row(at + 1, cells)).join('')

/** An ordinary csv file and an ordinary workbook, which are imported whole. */
export const goodCsv = Buffer.from(csvText)
export const goodWorkbook = zip(workbook({ rows: sheetRows }))

/** A row with a comment added to the ordinary ones. */
const withRow = (cells: readonly (string | number)[]): string => `${csvText}\n${cells.join(',')}`
const withComment = (comment: string): string => withRow([99, 'r1', 's1', '2024-01-10', 3, comment])

const csv = (kind: string, content: Buffer | string, more: Partial<BrokenFile> = {}): BrokenFile => ({
  kind,
  name: 'data.csv',
  content,
  outcome: 'refused',
  ...more,
})

const xlsx = (kind: string, content: Buffer | string, more: Partial<BrokenFile> = {}): BrokenFile => ({
  kind,
  name: 'data.xlsx',
  content,
  outcome: 'refused',
  ...more,
})

const imported = { outcome: 'imported' } as const
const either = { outcome: 'either' } as const

/** Csv files that are not what they should be. */
export function brokenCsv(): BrokenFile[] {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
  return [
    csv('empty', '', { words: /empty/ }),
    csv('blank lines alone', '\n\n  \n', { words: /empty/ }),
    csv('byte order mark alone', '\ufeff', { words: /empty/ }),
    csv('header alone', header.join(','), either),
    csv('folder', 'folder', { words: /no file/ }),
    csv('missing', 'missing', { words: /no file/ }),
    csv('workbook named csv', goodWorkbook, { words: /rename it to \.xlsx/ }),
    csv('PDF named csv', '%PDF-1.7\n1 0 obj', { words: /PDF/ }),
    csv('picture named csv', Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(4000, 1)])),
    csv('unknown ending', csvText, { name: 'data.exe', words: /\.csv nor a \.xlsx/ }),
    csv('byte order mark', `\ufeff${csvText}`, { ...imported, rows: 60 }),
    csv('two byte order marks', `\ufeff\ufeff${csvText}`, either),
    csv('UTF-16', Buffer.from(`\ufeff${csvText}`, 'utf16le'), { ...imported, rows: 60 }),
    csv('UTF-16 cut in a character', Buffer.from(`\ufeff${csvText}`, 'utf16le').subarray(0, -1), either),
    csv('UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(csvText, 'utf16le')]), either),
    csv('Windows-1252', latin(withComment('Malmö är bra')), { ...imported, rows: 61, holds: ['Malmö är bra'] }),
    csv(
      'mixed encodings',
      Buffer.concat([Buffer.from(withComment('Malmö')), Buffer.from('\n100,r1,s1,2024-01-10,3,'), latin('Malmö')]),
      either,
    ),
    csv('NUL in a cell', withComment('a\u0000b'), { words: /\b62\b/ }),
    csv('NUL in a name', csvText.replace('rating', 'rat\u0000ing'), { words: /NUL|damaged|text/ }),
    csv('quote never closed', `${csvText}\n99,r1,s1,2024-01-10,3,"open\n${csvText}`, { words: /quote|row|line/i }),
    csv('quote never closed in a long file', `${csvText}\n99,r1,s1,2024-01-10,3,"${'x,y\n'.repeat(1_500_000)}`, {
      words: /quote|row|line|long/i,
    }),
    csv('very long line without quotes', withComment('x'.repeat(5_000_000)), either),
    csv('a million columns', Array.from({ length: 1_000_000 }, (_, at) => `c${at}`).join(','), {
      words: /column|long|quote/i,
    }),
    csv('a million names alike', `${'a,'.repeat(1_000_000)}\n`, { words: /column|long|quote/i }),
    csv('2,000 columns', Array.from({ length: 2000 }, (_, at) => `c${at}`).join(','), { words: /2000 columns/ }),
    csv('more cells than names', `${csvText}\n1,2,3,4,5,6,7,8`, { words: /Row 62/ }),
    csv('all names alike', csvText.replace(header.join(','), 'a,a,a,a,a,a'), either),
    csv('names that objects have', csvText.replace('rating', '__proto__').replace('comment', 'constructor'), {
      ...imported,
      rows: 60,
      holds: ['said 4'],
    }),
    csv('more names that objects have', csvText.replace('region', 'toString').replace('store', 'hasOwnProperty'), {
      ...imported,
      rows: 60,
    }),
    csv(
      'names of the tables',
      csvText.replace('rating', 'id; DROP TABLE response').replace('comment', 'state'),
      either,
    ),
    csv('blank names', csvText.replace('rating', '').replace('comment', ''), either),
    csv('name of 100,000 characters', csvText.replace('comment', 'n'.repeat(100_000)), either),
    csv('formulas', withComment('"=HYPERLINK(""http://evil.example"",""x"")"'), { ...imported, rows: 61 }),
    csv('carriage returns alone', csvText.replaceAll('\n', '\r'), { ...imported, rows: 60 }),
    csv('line ends mixed', csvText.replaceAll('\n', () => '\r\n').replace('\r\n', '\n'), { ...imported, rows: 60 }),
    csv('line and form feeds in a cell', withComment('"a\nb\u000bc\u000c"'), either),
    csv('delimiter named and absent', `sep=§\n${csvText}`, either),
    csv(
      'lone surrogate in UTF-8',
      Buffer.concat([Buffer.from(withComment('')), Buffer.from([0xed, 0xa0, 0x80])]),
      either,
    ),
    csv('not a character', withComment('a\uffff\ufffe\u202eb'), { ...imported, rows: 61 }),
    csv(
      'numbers beyond numbers',
      `${csvText}\n99,r1,s1,2024-01-10,1e999,x\n100,r1,s1,2024-01-10,-1e308,x\n101,r1,s1,2024-01-10,${'9'.repeat(400)},x`,
      either,
    ),
    csv(
      'dates beyond the calendar',
      `${csvText}\n99,r1,s1,0000-00-00,3,x\n100,r1,s1,9999-99-99,3,x\n101,r1,s1,275761-01-01,3,x`,
      either,
    ),
    csv(
      'units with slashes, dots and blanks',
      `${csvText}\n99,../..,/,2024-01-10,3,x\n100,  ,.,2024-01-10,3,x\n101,-,%00,2024-01-10,3,x`,
      either,
    ),
    csv('unit of 100,000 characters', withRow([99, 'r'.repeat(100_000), 's', '2024-01-10', 3, '']), either),
    csv('control characters in units', withRow([99, 'r\u0001\u0002', 's\u007f', '2024-01-10', 3, '']), either),
  ]
}

const doctype = (body: string): string => `<!DOCTYPE x [${body}]>`
const laughs = Array.from(
  { length: 12 },
  (_, at) => `<!ENTITY l${at} "${at === 0 ? 'ha' : `&l${at - 1};`.repeat(10)}">`,
).join('')

/** Workbooks that are not what they should be. */
export function brokenWorkbooks(): BrokenFile[] {
  const parts = workbook({ rows: sheetRows })
  const lying = (lies: Lies): Buffer => zip(parts, lies)
  const cell = (xml: string): string => `${sheetRows}<row r="62">${xml}</row>`
  const slips = [
    '../../../../../../tmp/gensvar-slip.txt',
    '/tmp/gensvar-slip.txt',
    'xl\\..\\..\\gensvar-slip.txt',
    'C:/gensvar-slip.txt',
  ]
  return [
    xlsx('empty', '', { words: /empty/ }),
    xlsx('text named xlsx', csvText, { words: /rename it to \.csv/ }),
    xlsx('start of a container alone', 'PK\u0003\u0004'),
    xlsx('container of nothing', zip([]), { words: /./ }),
    xlsx('container without a workbook', zip([{ name: 'a.txt', content: 'x' }]), { words: /not an Excel workbook/ }),
    xlsx('half a workbook', goodWorkbook.subarray(0, goodWorkbook.length / 2)),
    xlsx('workbook without its end', goodWorkbook.subarray(0, -10)),
    xlsx('bytes behind the end', Buffer.concat([goodWorkbook, Buffer.alloc(5000, 65)]), either),
    xlsx('bytes before the start', Buffer.concat([Buffer.alloc(10, 80), goodWorkbook]), either),
    xlsx('directory elsewhere', lying({ directoryOffset: 7 })),
    xlsx('directory beyond the file', lying({ directoryOffset: 2 ** 31 })),
    xlsx('directory of more parts', lying({ count: 60_000 })),
    xlsx('directory of fewer parts', lying({ count: 1 })),
    xlsx('parts of no size', lying({ size: 0 }), either),
    xlsx('parts of 4 GB', lying({ size: 0xfffffffe }), either),
    xlsx('encrypted parts', lying({ flags: 1 }), { words: /password/ }),
    xlsx('unknown compression', lying({ method: 99 })),
    xlsx('wrong checksums', lying({ checksum: 1 }), either),
    xlsx('part twice', zip([...parts, ...parts]), either),
    xlsx(
      '10,000 parts',
      zip([...parts, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `x${at}`, content: '' }))]),
      { words: /parts/ },
    ),
    xlsx(
      'bomb in a part that is not read',
      zip([...parts, { name: 'xl/media/a.png', content: Buffer.alloc(450_000_000) }]),
      { words: /inflates/ },
    ),
    xlsx(
      'bomb of shared texts',
      zip(workbook({ rows: sheetRows, shared: `<si><t>${'x'.repeat(80_000_000)}</t></si>` })),
      { words: /inflates/ },
    ),
    ...slips.map((name) => xlsx(`part named ${name}`, zip([...parts, { name, content: 'slipped' }]), either)),
    xlsx(
      'entities in entities',
      zip(workbook({ rows: cell('<c r="A62" t="inlineStr"><is><t>&l11;</t></is></c>'), prolog: doctype(laughs) })),
      either,
    ),
    xlsx(
      'entity of a file',
      zip(
        workbook({
          rows: cell('<c r="A62" t="inlineStr"><is><t>&f;</t></is></c>'),
          prolog: doctype('<!ENTITY f SYSTEM "file:///etc/hostname">'),
        }),
      ),
      either,
    ),
    xlsx('shared text that is not there', zip(workbook({ rows: cell('<c r="A62" t="s"><v>999999</v></c>') })), either),
    xlsx('style that is not there', zip(workbook({ rows: cell('<c r="A62" s="999999"><v>1</v></c>') })), either),
    xlsx('cell far to the right', zip(workbook({ rows: cell('<c r="XFD62"><v>1</v></c>') })), either),
    xlsx('cell beyond the last column', zip(workbook({ rows: cell('<c r="ZZZZZZZZ62"><v>1</v></c>') })), either),
    xlsx(
      'name beyond the last column',
      zip(workbook({ rows: '<row r="1"><c r="ZZZZZZ1" t="inlineStr"><is><t>x</t></is></c></row>' })),
      either,
    ),
    xlsx('cell without a column', zip(workbook({ rows: cell('<c r="62"><v>1</v></c>') })), either),
    xlsx('cell of another row', zip(workbook({ rows: cell('<c r="A1"><v>1</v></c>') })), either),
    xlsx(
      'row of no number',
      zip(workbook({ rows: `${sheetRows}<row r="-5"><c><v>1</v></c></row><row r="x"><c><v>1</v></c></row>` })),
      either,
    ),
    xlsx(
      'row far below',
      zip(workbook({ rows: `${sheetRows}<row r="1048576"><c r="A1048576"><v>61</v></c></row>` })),
      either,
    ),
    xlsx(
      'row beyond the last',
      zip(workbook({ rows: `${sheetRows}<row r="99999999999999999999"><c><v>61</v></c></row>` })),
      either,
    ),
    xlsx('size that is not so', zip(workbook({ rows: sheetRows, before: '<dimension ref="A1:XFD1048576"/>' })), {
      ...imported,
      rows: 60,
    }),
    xlsx(
      'merged cells over everything',
      zip(workbook({ rows: sheetRows, after: '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>' })),
      either,
    ),
    xlsx(
      'formula',
      zip(
        workbook({
          rows: cell(
            '<c r="A62"><f>WEBSERVICE("http://evil.example")</f><v>61</v></c><c r="B62" t="str"><f>1+1</f><v>r1</v></c>',
          ),
        }),
      ),
      either,
    ),
    xlsx(
      'formula of another file',
      zip(workbook({ rows: cell('<c r="A62"><f>\'[file:///etc/passwd]Sheet\'!A1</f><v>61</v></c>') })),
      either,
    ),
    xlsx(
      'hyperlink',
      zip(
        workbook({
          rows: sheetRows,
          after: '<hyperlinks><hyperlink ref="F2" r:id="rId9"/></hyperlinks>',
          more: [
            {
              name: 'xl/worksheets/_rels/sheet1.xml.rels',
              content:
                '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/></Relationships>',
            },
          ],
        }),
      ),
      either,
    ),
    xlsx(
      'NUL and control characters',
      zip(workbook({ rows: cell('<c r="F62" t="inlineStr"><is><t>a\u0000b&#0;&#x1;</t></is></c>') })),
      either,
    ),
    xlsx(
      'lone surrogates',
      zip(workbook({ rows: cell('<c r="A62"><v>61</v></c><c r="F62" t="inlineStr"><is><t>a&#xD800;b</t></is></c>') })),
      either,
    ),
    xlsx(
      'error value',
      zip(workbook({ rows: cell('<c r="A62"><v>61</v></c><c r="E62" t="e"><v>#REF!</v></c>') })),
      either,
    ),
    xlsx(
      'numbers beyond numbers',
      zip(workbook({ rows: cell('<c r="A62"><v>1e999</v></c><c r="E62"><v>NaN</v></c>') })),
      either,
    ),
    xlsx(
      'dates beyond the calendar',
      zip(workbook({ rows: cell('<c r="A62"><v>61</v></c><c r="D62" t="d"><v>99999-99-99</v></c>') })),
      either,
    ),
    xlsx(
      'names that objects have',
      zip(workbook({ rows: sheetRows.replace('>rating<', '>__proto__<').replace('>comment<', '>constructor<') })),
      { ...imported, rows: 60 },
    ),
    xlsx(
      'sheet that is cut off',
      zip(
        workbook({ rows: sheetRows }).map((part) =>
          part.name.endsWith('sheet1.xml') ? { ...part, content: String(part.content).slice(0, -2000) } : part,
        ),
      ),
      either,
    ),
    xlsx(
      'sheet that is no XML',
      zip(
        workbook({ rows: sheetRows }).map((part) =>
          part.name.endsWith('sheet1.xml') ? { ...part, content: Buffer.alloc(10_000, 60) } : part,
        ),
      ),
    ),
    xlsx(
      'sheet that is not there',
      zip(workbook({ rows: sheetRows }).filter((part) => !part.name.endsWith('sheet1.xml'))),
    ),
    xlsx('sheet named by a path', zip(workbook({ rows: sheetRows, sheetName: '../../x' })), { ...imported, rows: 60 }),
    xlsx('elements in elements', zip(workbook({ rows: `${'<row>'.repeat(200_000)}${sheetRows}` })), either),
    xlsx('a million empty rows', zip(workbook({ rows: `${sheetRows}${'<row/>'.repeat(1_000_000)}` })), either),
  ]
}

/** A good file with some of its bytes changed, or cut off. */
export function mutatedFile(random: Random): BrokenFile {
  const ofText = random.chance(0.4)
  const bytes = Buffer.from(ofText ? goodCsv : goodWorkbook)
  const kind = `${ofText ? 'csv' : 'xlsx'} with changed bytes`
  const end = random.chance(0.2) ? random.int(1, bytes.length) : bytes.length
  for (let left = random.int(1, 8); left > 0; left--) {
    const at = random.int(0, bytes.length - 1)
    bytes[at] = random.chance(0.5)
      ? (bytes[at] ?? 0) ^ (1 << random.int(0, 7))
      : random.pick([0, 10, 13, 34, 44, 60, 62, 255, random.int(0, 255)])
  }
  return { kind, name: ofText ? 'data.csv' : 'data.xlsx', content: bytes.subarray(0, end), outcome: 'either' }
}

/** Writes a file into a folder; returns its path. */
export async function writeBroken(folder: string, { name, content }: BrokenFile): Promise<string> {
  const path = join(folder, name)
  if (content === 'folder') await mkdir(path)
  else if (content !== 'missing') await writeFile(path, content)
  return path
}
