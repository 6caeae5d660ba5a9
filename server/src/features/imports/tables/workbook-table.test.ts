import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeXlsx } from 'hucre/xlsx'
import { translate } from '#server/platform/translate.ts'
import { ImportRefusal } from '../import-words.ts'
import { english } from '../testing/planned-file.ts'
import { readAll } from '../testing/read-all.ts'
import { testFile, testWorkbook, zipOf } from '../testing/test-files.ts'
import type { ZipPart } from '../testing/test-files.ts'
import { openTable } from './open-table.ts'
import { refusalFrom } from './workbook-protocol.ts'
import type { ChildAnswer, ChildOrder } from './workbook-protocol.ts'
import { workbookLimits } from './workbook-limits.ts'
import { listSheets } from './workbook-sheets.ts'
import { openWorkbook } from './workbook-table.ts'

const rows = [
  ['id', 'store', 'visited', 'rating', 'ok', 'note'],
  [1, 'Malmö "Syd" <1>', new Date(Date.UTC(2024, 1, 29)), 4.5, true, '=1+1'],
  [2, 'Åbo', new Date(Date.UTC(2024, 2, 1, 14, 30)), null, false, null],
]

const sheetHead = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Parts of a workbook with one sheet, given as XML, and a table of shared texts. */
function parts(sheet: Buffer, shared = Buffer.from('<sst/>')): ZipPart[] {
  const text = (name: string, content: string): ZipPart => ({ name, content: Buffer.from(content) })
  return [
    text('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    text(
      '_rels/.rels',
      `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    text(
      'xl/workbook.xml',
      `<workbook xmlns:r="${relations}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    text(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    { name: 'xl/sharedStrings.xml', content: shared },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
}

describe('reading', () => {
  test('gives texts, numbers, dates and truth values as they are', async () => {
    const { headers, rows: read, numbers, sheetNames } = await readAll(await testWorkbook({ Answers: rows }))
    expect(headers).toEqual(rows[0])
    expect(read).toEqual([rows[1], rows[2]?.slice(0, 5)])
    expect(numbers).toEqual([2, 3])
    expect(sheetNames).toEqual(['Answers'])
  })

  test('takes the first sheet with rows and names the others', async () => {
    const file = await testWorkbook({ Empty: [], Answers: rows, More: [['x'], [1]] })
    const { headers, notes } = await readAll(file)
    expect(headers[0]).toBe('id')
    expect(notes).toContain('"Empty", "More"')
    expect((await readAll(file, { sheet: 'more' })).headers).toEqual(['x'])
  })

  test('an unknown sheet is an error that lists the sheets', async () => {
    const open = openTable(await testWorkbook({ A: rows, B: rows }), { sheet: 'C' })
    await expect(open).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('"A", "B"'),
      settings: ['sheet'],
    })
    const { words } = (await open.catch((error: unknown) => error)) as ImportRefusal
    expect(translate(words, 'no')).toBe('Arbeidsboken har ikke noe ark «C». Arkene er: «A», «B».')
  })

  test('a formula gives the value it was saved with', async () => {
    const sheet = `${sheetHead}<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row><row r="3"><c r="A3" t="str"><f>HYPERLINK("x","y")</f><v>y</v></c></row></sheetData></worksheet>`
    const { rows: read } = await readAll(await testFile('f.xlsx', zipOf(parts(Buffer.from(sheet)))))
    expect(read).toEqual([[2], ['y']])
  })

  test('many rows arrive whole and the spool file goes away', async () => {
    const many = [['n', 'text'], ...Array.from({ length: 4321 }, (_, index) => [index, `row ${index}`])]
    const table = await openTable(await testWorkbook({ Data: many }))
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('gensvar-import-'))
    let sum = 0
    for await (const batch of table.rows()) for (const { cells } of batch) sum += Number(cells[0])
    expect(sum).toBe((4320 * 4321) / 2)
    await table.close()
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith('gensvar-import-'))
    expect(after.length).toBeLessThan(before.length)
  })

  test('cells beyond the named columns are skipped and reported', async () => {
    const file = await testWorkbook({
      Data: [
        ['a', 'b'],
        [1, 2],
        [3, 4],
        [5, 6, null, 'aside'],
      ],
    })
    const table = await openTable(file)
    for await (const _ of table.rows()) void _
    expect(table.headers).toEqual(['a', 'b'])
    expect(english(table.notes).join(' ')).toContain('first in row 4')
    expect(table.notes.at(-1)?.where).toEqual({ row: 4 })
    await table.close()
  })

  test('merged cells are reported', async () => {
    const cells = '<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="2"><c r="A2"><v>1</v></c></row><row r="3"/>'
    const merged = '</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>'
    for (const [end, told] of [
      [merged, true],
      ['</sheetData></worksheet>', false],
    ] as const) {
      const { rows: read, notes } = await readAll(
        await testFile('m.xlsx', zipOf(parts(Buffer.from(sheetHead + cells + end)))),
      )
      expect(read).toEqual([[1]])
      expect(notes.includes('Cells are merged')).toBe(told)
    }
  })

  test('hidden sheets are known', () => {
    const xml =
      '<sheets><sheet name="A &amp; B" sheetId="1" r:id="rId1"/><x:sheet state="veryHidden" name=\'C\' r:id="rId2"/></sheets>'
    expect(listSheets(xml)).toEqual([
      { name: 'A & B', hidden: false },
      { name: 'C', hidden: true },
    ])
  })
})

describe('hostile and broken workbooks', () => {
  const limits = { ...workbookLimits, inflatedBytes: 3_000_000, sharedStringBytes: 1_000_000 }

  test('a sheet that inflates beyond the limit is refused, whatever the container says', async () => {
    const bomb = zipOf(
      parts(Buffer.alloc(20_000_000, ' ')).map((part) =>
        part.name.endsWith('sheet1.xml') ? { ...part, declared: 100 } : part,
      ),
    )
    expect(bomb.length).toBeLessThan(100_000)
    await expect(openWorkbook(await testFile('bomb.xlsx', bomb), {}, limits)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('sheet1.xml'),
    })
  })

  test('a table of shared texts beyond its own limit is refused', async () => {
    const bomb = zipOf(parts(Buffer.from(`${sheetHead}</sheetData></worksheet>`), Buffer.alloc(2_000_000, ' ')))
    await expect(openWorkbook(await testFile('bomb.xlsx', bomb), {}, limits)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('sharedStrings'),
    })
  })

  test('too many parts are refused', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ name: `p${index}`, content: Buffer.from('x') }))
    await expect(openTable(await testFile('many.xlsx', zipOf(many)))).rejects.toMatchObject({ code: 'too_large' })
  })

  test('reading that takes too long is ended', async () => {
    const file = await testWorkbook({ Data: rows })
    await expect(openWorkbook(file, {}, { ...workbookLimits, wallMs: 1 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('takes longer'),
    })
  })

  test('reading that needs too much memory ends without harm', async () => {
    const cells = Array.from({ length: 15_000 }, (_, index) => [`text ${index} ${'x'.repeat(3000)}`])
    const file = await testWorkbook({ Data: [['text'], ...cells] })
    await expect(openWorkbook(file, {}, { ...workbookLimits, heapMb: 16 })).rejects.toMatchObject({ code: 'too_large' })
  })

  test('a full disk is told as what it is', async () => {
    const file = await testWorkbook({ Data: rows })
    const child = fork(fileURLToPath(new URL('./workbook-child.ts', import.meta.url)), { stdio: 'ignore' })
    onTestFinished(() => void child.kill())
    const answer = once(child, 'message')
    child.send({ file, sheet: null, spool: '/dev/full', limits: workbookLimits, mostRows: null } satisfies ChildOrder)
    const [message] = (await answer) as [Extract<ChildAnswer, { kind: 'failed' }>]
    const error = refusalFrom(message)
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('disk is full') })
    expect(error).not.toBeInstanceOf(ImportRefusal)
  })

  test('cancelling ends the reading process', async () => {
    const stop = new AbortController()
    const opening = openTable(await testWorkbook({ Data: rows }), { signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(opening).rejects.toThrow('stopped')
  })

  test('a damaged container, a foreign one and a protected one each have their own words', async () => {
    const good = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }))
    const damaged = testFile('damaged.xlsx', good.subarray(0, good.length - 400))
    await expect(openTable(await damaged)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('damaged'),
    })
    const foreign = testFile('foreign.xlsx', zipOf([{ name: 'mimetype', content: Buffer.from('text') }]))
    await expect(openTable(await foreign)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('not an Excel workbook'),
    })
    const locked = testFile(
      'locked.xlsx',
      await writeXlsx({ sheets: [{ name: 'A', rows }], encryption: { password: 'x', spinCount: 10 } }),
    )
    await expect(openTable(await locked)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('password'),
    })
    const nonsense = testFile('nonsense.xlsx', zipOf(parts(Buffer.from('<worksheet><sheetData><row r="1"><c r="A1"'))))
    await expect(openTable(await nonsense)).rejects.toMatchObject({ code: 'validation' })
  })

  test.each([
    ['text.xlsx', 'a,b\n1,2\n', 'rename it to .csv'],
    ['old.xlsx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'save it as .xlsx'],
  ])('%s is not what its name says', async (name, content, words) => {
    await expect(openTable(await testFile(name, content))).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining(words),
    })
  })

  test.each([
    ['_x0000_', 'contains a NUL character'],
    ['a_xD800_b', 'contains half a surrogate pair'],
  ])('a cell that says %s names its row', async (cell, wrong) => {
    const damaged = await testWorkbook({ A: [['h'], ['fine'], [cell]] })
    await expect(readAll(damaged)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining(wrong),
      where: { row: 3 },
    })
    await expect(readAll(await testWorkbook({ A: [[cell], ['fine']] }))).rejects.toMatchObject({ code: 'validation' })
  })

  test('a sheet named with words every object has is listed by its name', () => {
    expect(listSheets('<sheet name="&constructor; &amp; &toString;" sheetId="1"/>')[0]?.name).toBe(
      '&constructor; & &toString;',
    )
  })

  test('a workbook without rows', async () => {
    await expect(openTable(await testWorkbook({ A: [] }))).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('No sheet'),
    })
  })
})
