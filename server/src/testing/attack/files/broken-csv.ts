import { csvText, goodWorkbook, header } from './broken-file.ts'
import type { BrokenFile, FileContent } from './broken-file.ts'

/** A row with a comment added to the ordinary ones. */
const withRow = (cells: readonly (string | number)[]): string => `${csvText}\n${cells.join(',')}`
const withComment = (comment: string): string => withRow([99, 'r1', 's1', '2024-01-10', 3, comment])

const csv = (kind: string, content: FileContent, more: Partial<BrokenFile> = {}): BrokenFile => ({
  kind,
  name: 'data.csv',
  content,
  outcome: 'refused',
  ...more,
})

const imported = { outcome: 'imported' } as const
const either = { outcome: 'either' } as const

/** Malformed csv files. */
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
    csv('quote never closed in a long file', () => `${csvText}\n99,r1,s1,2024-01-10,3,"${'x,y\n'.repeat(1_500_000)}`, {
      words: /quote|row|line|long/i,
    }),
    csv('very long line without quotes', () => withComment('x'.repeat(5_000_000)), either),
    csv('a million columns', () => Array.from({ length: 1_000_000 }, (_, at) => `c${at}`).join(','), {
      words: /column|long|quote/i,
    }),
    csv('a million names alike', () => `${'a,'.repeat(1_000_000)}\n`, { words: /column|long|quote/i }),
    csv('4,000 columns', Array.from({ length: 4000 }, (_, at) => `c${at}`).join(','), { words: /4,000 columns/ }),
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
