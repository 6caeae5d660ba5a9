import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { checkZip } from '#server/features/imports/tables/zip-check.ts'
import { SheetNames } from './sheet-names.ts'
import type { ReportCell, ReportContent, ReportTable } from './report.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

const table: ReportTable = {
  kind: 'table',
  title: 'Stores',
  columns: [
    { title: 'Store', kind: 'text' },
    { title: 'Satisfaction', kind: 'number', decimals: 1, suffix: '%' },
    { title: 'Opened', kind: 'date' },
    { title: 'Answers', kind: 'number', decimals: 0 },
  ],
  rows: [
    [
      { text: '=1+1' },
      { text: '75.8 %', value: 75.8349 },
      { text: '5 Jan 2026', value: '2026-01-05' },
      { text: '1,204', value: 1204 },
    ],
    [
      { text: 'Åse "Q" <2> & x' },
      { text: '', value: null, withheld: 'Too few answers.' },
      { text: '' },
      { text: '−3', value: -3, isFew: true },
    ],
  ],
  footer: [{ text: 'Total' }, { text: '74.2 %', value: 74.2 }, { text: '' }, { text: '1,201', value: 1201 }],
  notes: ['Places of others are left out.'],
}
const content: ReportContent = {
  title: 'Ranking',
  subtitle: 'Sweden',
  asked: [{ name: 'Survey', text: 'Visits' }],
  sections: [table],
  locale: 'en',
  totalRows: 2,
}

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
const csvOf = async (of: ReportContent) => (await bytesOf(writeCsv(of))).toString('utf8')
const sheetsOf = async (of: ReportContent, options = {}) =>
  (await readXlsx(await bytesOf(writeXlsx(of, options)), { readStyles: true })).sheets

/** The parts of a workbook by name, as its reader's own zip check finds them. */
async function partsOf(of: ReportContent): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-report-'))
  const file = join(folder, 'report.xlsx')
  await writeFile(file, await bytesOf(writeXlsx(of)))
  const { kept } = await checkZip(file, { entries: 50, bytes: 10_000_000 } as never, {
    keep: () => true,
    sheets: false,
  })
  await rm(folder, { recursive: true })
  return kept
}

describe('a workbook', () => {
  test('has numbers as numbers, dates as dates, and texts as texts that are no formulas', async () => {
    const [sheet] = await sheetsOf(content)
    expect(sheet?.name).toBe('Stores')
    expect(sheet?.rows).toEqual(
      [
        ['Store', 'Satisfaction', 'Opened', 'Answers'],
        ['=1+1', 75.8349, new Date('2026-01-05T00:00:00Z'), 1204],
        ['Åse "Q" <2> & x', null, null, -3],
        ['Total', 74.2, null, 1201],
        [],
        ['Places of others are left out.'],
        ['Empty cells: Too few answers.'],
      ].map((row) => expect.arrayContaining(row.filter((cell) => cell !== null))),
    )
    const xml = (await partsOf(content)).get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).not.toContain('<f>')
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(xml).toMatch(/<cols><col min="1" max="1" width="20" customWidth="1"\/>/)
  })

  test('shows figures with their decimals and unit, header and Total bold, few answers quiet', async () => {
    const parts = await partsOf(content)
    const styles = parts.get('xl/styles.xml') ?? ''
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    const xfs = [...styles.matchAll(/<xf numFmtId="(\d+)" fontId="(\d+)" fillId="0" borderId="0" xfId/g)]
    const formats = new Map(
      [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
    )
    const styleOf = (cell: string) => {
      const [, number = '0'] = new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(xml) ?? []
      const [, format = '', font] = xfs[Number(number)] ?? []
      return { format: formats.get(format) ?? format, font }
    }
    expect(styleOf('B2')).toEqual({ format: '#,##0.0&quot; %&quot;', font: '0' })
    expect(styleOf('C2')).toEqual({ format: '14', font: '0' })
    expect(styleOf('D3')).toEqual({ format: '#,##0', font: '2' })
    expect(styleOf('A1').font).toBe('1')
    expect(styleOf('B4')).toEqual({ format: '#,##0.0&quot; %&quot;', font: '1' })
  })

  test('ends with a sheet that says what was asked', async () => {
    const sheets = await sheetsOf({ ...content, locale: 'sv' })
    expect(sheets.map(({ name }) => name)).toEqual(['Stores', 'Vad som efterfrågades'])
    expect(sheets[1]?.rows).toEqual([
      ['Rapport', 'Ranking'],
      ['Survey', 'Visits'],
    ])
  })

  test('continues a long table on further sheets, each with its header, and ends with Total and notes', async () => {
    const rows = Array.from({ length: 7 }, (_, at): ReportCell[] => [{ text: `row ${at}` }])
    const long = { ...table, columns: [{ title: 'Name', kind: 'text' as const }], rows, footer: [{ text: 'Total' }] }
    const sheets = await sheetsOf({ ...content, sections: [long] }, { sheetRows: 4 })
    expect(sheets.map(({ name }) => name)).toEqual(['Stores', 'Stores (2)', 'Stores (3)', 'What was asked'])
    const firstOf = (at: number) => sheets[at]?.rows.map(([cell]) => cell)
    expect(firstOf(0)).toEqual(['Name', 'row 0', 'row 1', 'row 2'])
    expect(firstOf(1)).toEqual(['Name', 'row 3', 'row 4', 'row 5'])
    expect(firstOf(2)?.slice(0, 3)).toEqual(['Name', 'row 6', 'Total'])
  })

  test('holds text of every kind: long, broken, with characters that XML has no room for', async () => {
    const texts = ['a'.repeat(40_000), 'line\nbreak\ttab', ' spaces ', '\u0000\u0008x\uffff', 'half \ud83d', '']
    const rows = texts.map((text): ReportCell[] => [{ text }])
    const one = { ...table, columns: [{ title: 'Text', kind: 'text' as const }], rows, footer: [], notes: [] }
    const [sheet] = await sheetsOf({ ...content, sections: [one] })
    const read = sheet?.rows.slice(1).map(([cell]) => cell)
    expect(String(read?.[0])).toHaveLength(32_767)
    expect(read?.slice(1, 5)).toEqual(['line\nbreak\ttab', ' spaces ', 'x', 'half \ufffd'])
  })

  test('writes charts and facts as tables, and names sheets as spreadsheets accept them', async () => {
    const sheets = await sheetsOf({
      ...content,
      sections: [
        {
          kind: 'chart',
          title: 'Trend: a/b [c]',
          shape: 'line',
          categories: ['Jan 2026', 'Feb 2026'],
          series: [{ title: 'CSI', values: [71.25, null], counts: [120, null] }],
          decimals: 1,
          min: null,
          max: null,
          goal: 75,
        },
        { kind: 'facts', title: '', facts: [{ name: 'Store', text: 'Oslo' }] },
        { ...table, rows: [] },
      ],
    })
    expect(sheets.map(({ name }) => name)).toEqual(['Trend a b c', 'Sheet', 'Stores', 'What was asked'])
    expect(sheets[0]?.rows).toEqual(
      [
        [expect.anything(), 'CSI', 'Answers', 'Goal'],
        ['Jan 2026', 71.25, 120, 75],
        ['Feb 2026', null, null, 75],
      ].map((row) => expect.arrayContaining(row.filter((cell) => cell !== null && typeof cell !== 'object'))),
    )
    expect(sheets[1]?.rows).toEqual([['Store', 'Oslo']])
    expect(sheets[2]?.rows[0]).toEqual(['Store', 'Satisfaction', 'Opened', 'Answers'])
  })

  test('reads rows as it writes, and ends their reading when its reader stops', async () => {
    let read = 0
    let isClosed = false
    async function* endless(): AsyncGenerator<ReportCell[]> {
      try {
        for (;;) yield [{ text: `row ${(read += 1)} ${Math.random()}` }]
      } finally {
        isClosed = true
      }
    }
    const sections = [{ ...table, columns: [{ title: 'Name', kind: 'text' as const }], rows: endless() }]
    const writing = writeXlsx({ ...content, sections })
    await writing.next()
    await writing.next()
    await wait(50)
    expect(read).toBeLessThan(100_000)
    await writing.return(undefined)
    await expect.poll(() => isClosed).toBe(true)
  })

  test('fails with the error of its rows', async () => {
    async function* failing(): AsyncGenerator<ReportCell[]> {
      yield [{ text: 'one' }]
      throw new Error('the rows ended')
    }
    await expect(bytesOf(writeXlsx({ ...content, sections: [{ ...table, rows: failing() }] }))).rejects.toThrow(
      'the rows ended',
    )
  })
})

test('names of sheets are legal, short and unlike each other', () => {
  const names = new SheetNames()
  const long = 'A very long name of a sheet that goes on'
  expect(
    [long, long, "'quoted'", '', '???', 'History', 'STORES', 'stores', `${'x'.repeat(30)}😀`].map((one) =>
      names.add(one, 'Sheet'),
    ),
  ).toEqual([
    'A very long name of a sheet tha',
    'A very long name of a sheet (2)',
    'quoted',
    'Sheet',
    'Sheet (2)',
    'History (2)',
    'STORES',
    'stores (2)',
    'x'.repeat(30),
  ])
})

describe('a csv file', () => {
  test('is marked as UTF-8, guards formulas, and writes figures as they are shown', async () => {
    expect(await csvOf(content)).toBe(
      [
        '\u{feff}Store,Satisfaction,Opened,Answers',
        `'=1+1,75.8 %,2026-01-05,"1,204"`,
        '"Åse ""Q"" <2> & x",,,-3',
        'Total,74.2 %,,"1,201"',
        '',
        'Places of others are left out.',
        'Empty cells: Too few answers.',
        '',
      ].join('\r\n'),
    )
  })

  test('has several sections one after the other, each below its title', async () => {
    const small = { ...table, rows: [], footer: undefined as never, notes: [] }
    const facts = { kind: 'facts' as const, title: '@Facts', facts: [{ name: 'Store', text: '+46' }] }
    expect(await csvOf({ ...content, sections: [small, facts] })).toBe(
      "\u{feff}Stores\r\nStore,Satisfaction,Opened,Answers\r\n\r\n'@Facts\r\nStore,'+46\r\n",
    )
  })
})

test('the archive holds what its directory says', async () => {
  const file = await bytesOf(writeXlsx(content))
  const at = file.readUInt32LE(file.length - 22 + 16)
  const [packed, size] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
  const nameLength = file.readUInt16LE(at + 28)
  const start = 30 + nameLength
  expect(inflateRawSync(file.subarray(start, start + packed))).toHaveLength(size)
})
