import { csvText, goodWorkbook, sheetRows } from './broken-file.ts'
import type { BrokenFile, FileContent } from './broken-file.ts'
import { workbook, zip } from './zip.ts'
import type { Lies } from './zip.ts'

const xlsx = (kind: string, content: FileContent, more: Partial<BrokenFile> = {}): BrokenFile => ({
  kind,
  name: 'data.xlsx',
  content,
  outcome: 'refused',
  ...more,
})

const imported = { outcome: 'imported' } as const
const either = { outcome: 'either' } as const

const doctype = (body: string): string => `<!DOCTYPE x [${body}]>`
const laughs = Array.from(
  { length: 12 },
  (_, at) => `<!ENTITY l${at} "${at === 0 ? 'ha' : `&l${at - 1};`.repeat(10)}">`,
).join('')

/** Malformed workbooks. */
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
      () => zip([...parts, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `x${at}`, content: '' }))]),
      { words: /parts/ },
    ),
    xlsx(
      'bomb in a part that is not read',
      () => zip([...parts, { name: 'xl/media/a.png', content: Buffer.alloc(450_000_000) }]),
      { words: /inflates/ },
    ),
    xlsx(
      'bomb of shared texts',
      () => zip(workbook({ rows: sheetRows, shared: `<si><t>${'x'.repeat(80_000_000)}</t></si>` })),
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
    xlsx('elements in elements', () => zip(workbook({ rows: `${'<row>'.repeat(200_000)}${sheetRows}` })), either),
    xlsx('a million empty rows', () => zip(workbook({ rows: `${sheetRows}${'<row/>'.repeat(1_000_000)}` })), either),
  ]
}
