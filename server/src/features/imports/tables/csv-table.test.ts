import { describe, expect, test } from 'vitest'
import { readAll } from '../testing/read-all.ts'
import { testFile } from '../testing/test-files.ts'
import { openTable } from './open-table.ts'

describe('delimiters', () => {
  test.each([
    ['comma', 'a,b,c\n1,"x, y; z",3\n'],
    ['semicolon', 'a;b;c\n1,5;"x, y; z";3\n'],
    ['tab', 'a\tb\tc\n1\tx, y; z\t3\n'],
    ['vertical bar', 'a|b|c\n1|x, y; z|3\n'],
  ])('recognises %s', async (name, text) => {
    const { headers, rows, notes } = await readAll(await testFile('a.csv', text))
    expect(headers).toEqual(['a', 'b', 'c'])
    expect(rows[0]?.[1]).toBe('x, y; z')
    expect(notes).toContain(`separated by ${name}`)
  })

  test('is not misled by decimal commas in every row', async () => {
    const text = `butik;betyg;belopp\n${'Malmö;4,5;12,50\n'.repeat(30)}`
    expect((await readAll(await testFile('a.csv', text))).headers).toEqual(['butik', 'betyg', 'belopp'])
  })

  test("follows Excel's sep line", async () => {
    const { headers, rows, numbers } = await readAll(await testFile('a.csv', 'sep=;\r\na;b\r\n1,2;3\r\n'))
    expect(headers).toEqual(['a', 'b'])
    expect(rows).toEqual([['1,2', '3']])
    expect(numbers).toEqual([3])
  })

  test('reads a table of one column', async () => {
    expect(await readAll(await testFile('a.txt', 'comment\ngood\nbad\n'))).toMatchObject({
      headers: ['comment'],
      rows: [['good'], ['bad']],
    })
  })
})

describe('encodings', () => {
  const text = 'ort;omdöme\nMalmö;Bra – "5" €\n'
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['UTF-16', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['Windows-1252', Buffer.from([...text].map((c) => ({ '–': 0x96, '€': 0x80 })[c] ?? c.charCodeAt(0)))],
  ])('reads %s', async (name, bytes) => {
    const { headers, rows, notes } = await readAll(await testFile('a.csv', bytes))
    expect(headers).toEqual(['ort', 'omdöme'])
    expect(rows).toEqual([['Malmö', 'Bra – "5" €']])
    expect(notes).toContain(name)
  })

  const latin1 = (line: string) => Buffer.from(line, 'latin1')

  test('reads lines of Windows-1252 among UTF-8 as what they are, and tells which', async () => {
    const bytes = Buffer.concat([
      Buffer.from('ort;omdöme\n'),
      Buffer.from('Malmö;"två\nråder"\n'.repeat(3)),
      latin1('Växjö;dåligt\r\n'),
      Buffer.from('Umeå;bra\n'),
      latin1('Örebro;så där\n'),
      Buffer.from('Åre;ää 漢 🎉'),
    ])
    const { rows, notes } = await readAll(await testFile('a.csv', bytes))
    expect(rows.slice(2)).toEqual([
      ['Malmö', 'två\nråder'],
      ['Växjö', 'dåligt'],
      ['Umeå', 'bra'],
      ['Örebro', 'så där'],
      ['Åre', 'ää 漢 🎉'],
    ])
    expect(notes).toContain('Most of the text is UTF-8, but some was read as Windows-1252: lines 8 and 10.')
    expect(notes).not.toContain('\ufffd')
  })

  test('reads lines of UTF-8 among Windows-1252 as what they are, and tells which', async () => {
    const bytes = Buffer.concat([latin1(`ort\n${'Malmö\n'.repeat(30)}`), Buffer.from('Växjö\n'), latin1('Åre\n')])
    const { rows, notes } = await readAll(await testFile('a.csv', bytes))
    expect(rows.slice(29)).toEqual([['Malmö'], ['Växjö'], ['Åre']])
    expect(notes).toContain('Most of the text is Windows-1252, but some was read as UTF-8: line 32.')
  })

  test('names ten lines and says how many more', async () => {
    const bytes = Buffer.concat([Buffer.from(`o\n${'ö\n'.repeat(40)}`), latin1('å\n'.repeat(25))])
    expect((await readAll(await testFile('a.csv', bytes))).notes).toContain(
      'lines 42, 43, 44, 45, 46, 47, 48, 49, 50, 51 and 15 more',
    )
  })

  test('takes characters that a chunk of the file cuts in two for one', async () => {
    // 262,144 bytes are read at a time.
    const before = Buffer.from(`o\n${'x'.repeat(262_139)}`)
    for (const shift of [0, 1, 2, 3]) {
      const bytes = Buffer.concat([Buffer.alloc(shift, 'o'), before, Buffer.from('🎉ö\n'), latin1('å\n')])
      const { rows, notes } = await readAll(await testFile('a.csv', bytes))
      expect([rows[0]?.[0]?.toString().slice(-3), rows[1]?.[0]]).toEqual(['🎉ö', 'å'])
      expect(notes).toContain('Windows-1252: line 3.')
    }
  })

  test.each([
    ['half a surrogate pair in UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
    ['a longer form than needed', Buffer.from([0xc0, 0xaf])],
    ['a character cut off', Buffer.from([0xe6, 0xbc])],
    ['a byte of its own', Buffer.from([0xff])],
  ])('tells the line of %s', async (_, broken) => {
    const bytes = Buffer.concat([Buffer.from(`ö\n${'åäö\n'.repeat(20)}`), broken, Buffer.from('\n')])
    const { rows, notes } = await readAll(await testFile('a.csv', bytes))
    expect(rows[0]).toEqual(['åäö'])
    expect(notes).toContain('Windows-1252: line 22.')
  })

  test('shows bytes that are no character, and unpaired surrogates, and tells their lines', async () => {
    const single = Buffer.concat([latin1('o\nå\n'), Buffer.from([0x81, 0xe5, 0x0a])])
    const read = await readAll(await testFile('a.csv', single))
    expect(read.rows).toEqual([['å'], ['\ufffdå']])
    expect(read.notes).toContain('Some bytes are not valid characters in line 3')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('o\nå\nx\ud800y\n🎉\n', 'utf16le')])
    const half = await readAll(await testFile('b.csv', wide))
    expect(half.rows).toEqual([['å'], ['x\ufffdy'], ['🎉']])
    expect(half.notes).toContain('Some bytes are not valid characters in line 3')
  })
})

describe('cells', () => {
  test('may hold quotes, delimiters and line breaks, and rows keep their numbers', async () => {
    const text = 'id,text\r\n1,"two\nlines, ""quoted"""\r\n\r\n2,a 5" screen\r\n'
    const { rows, numbers } = await readAll(await testFile('a.csv', text))
    expect(rows).toEqual([
      ['1', 'two\nlines, "quoted"'],
      ['2', 'a 5" screen'],
    ])
    expect(numbers).toEqual([2, 4])
  })

  test('a formula is text and is not evaluated', async () => {
    const text = 'id,text\n1,"=HYPERLINK(""http://x"",""y"")"\n2,=1+1\n'
    expect((await readAll(await testFile('a.csv', text))).rows.map((row) => row[1])).toEqual([
      '=HYPERLINK("http://x","y")',
      '=1+1',
    ])
  })

  test('rows above the column names are passed over', async () => {
    const text = 'Export 2024-01-02,,\n,,\nid,store,rating\n1,A,5\n'
    const { headers, rows, notes } = await readAll(await testFile('a.csv', text))
    expect(headers).toEqual(['id', 'store', 'rating'])
    expect(rows).toEqual([['1', 'A', '5']])
    expect(notes).toContain('2 rows above the column names')
  })

  test('a row of questions and one of ids under the names belong to the head', async () => {
    const text =
      'Q1,Q2\n"How satisfied are you?","Where, then?"\n"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n5,Oslo\n'
    const { headers, wordings, rows } = await readAll(await testFile('a.csv', text))
    expect(headers).toEqual(['Q1', 'Q2'])
    expect(wordings).toEqual(['How satisfied are you?', 'Where, then?'])
    expect(rows).toEqual([['5', 'Oslo']])
  })

  test('is read twice with the same result', async () => {
    const table = await openTable(await testFile('a.csv', `a,b\n${'1,2\n'.repeat(1200)}`))
    const count = async (): Promise<number> => {
      let rows = 0
      for await (const batch of table.rows()) rows += batch.length
      return rows
    }
    expect([await count(), await count()]).toEqual([1200, 1200])
  })
})

describe('bad files', () => {
  test('a quote that is never closed names its row', async () => {
    const file = await testFile('a.csv', 'a,b\n1,x\n2,"y\n3,z\n')
    await expect(readAll(file)).rejects.toMatchObject({
      code: 'validation',
      message: 'A quote opened in row 3 is never closed.',
    })
  })

  test('a long line without quotes is read', async () => {
    const long = 'x'.repeat(3_000_000)
    const { rows } = await readAll(await testFile('a.csv', `a,b\n1,${long}\n2,y\n`))
    expect(rows.map(([a, b]) => [a, b?.toString().length])).toEqual([
      ['1', 3_000_000],
      ['2', 1],
    ])
  })

  test('a line that is too long is reported with its place, without blaming a quote', async () => {
    const long = `1,x\n2,"two\nlines"\n3,${'x'.repeat(4_100_000)}\n4,y\n`
    await expect(readAll(await testFile('a.csv', `a,b\n${long}`))).rejects.toMatchObject({
      code: 'too_large',
      message: 'Row 4 (line 5) is longer than 4,000,000 bytes. Leave out or shorten its longest cell.',
      where: { row: 4, line: 5 },
    })
    const open = `a,b\n1,x\n2,"y\n${'3,z\n'.repeat(1_100_000)}`
    await expect(readAll(await testFile('b.csv', open))).rejects.toMatchObject({
      message: 'A quote opened in row 3 is never closed.',
    })
  })

  test('a row with too many cells names its row', async () => {
    const file = await testFile('a.csv', 'a,b\n1,2\n1,2,3,4\n')
    await expect(readAll(file)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('Row 3 has 4 cells'),
      settings: ['file'],
      where: { row: 3 },
    })
  })

  test('blank cells beyond the last column are no error, nor are missing ones, which are reported', async () => {
    const { rows, notes } = await readAll(await testFile('a.csv', 'a,b\n1,2,,\n3\n4\n'))
    expect(rows).toEqual([['1', '2', null, null], ['3'], ['4']])
    expect(notes.match(/fewer cells than there are column names \(first row \d+\)/g)).toEqual([
      'fewer cells than there are column names (first row 3)',
    ])
  })

  test.each([5, 5000])('a NUL character after %i rows names its row', async (before) => {
    const file = await testFile('a.csv', `a,b\n${'1,2\n'.repeat(before)}1,x\0y\n`)
    await expect(readAll(file)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('contains a NUL character'),
      where: { row: before + 2 },
    })
  })

  test('more columns than can be imported are refused with their number', async () => {
    const file = await testFile('a.csv', `${Array.from({ length: 4000 }, (_, index) => `c${index}`).join(',')}\n1\n`)
    await expect(readAll(file)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('has 4,000 columns; at most 3,000'),
    })
  })

  test.each([
    ['empty.csv', '', 'is empty'],
    ['blank.csv', '\n\n \n', 'no row holds column names'],
    ['table.pdf', 'x', 'neither a .csv nor a .xlsx'],
    ['report.csv', '%PDF-1.7\n...', 'It is a PDF'],
    ['noise.csv', Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7) % 256)), 'not a text file'],
    ['book.csv', 'PK\u0003\u0004', 'rename it to .xlsx'],
  ])('%s is refused with words', async (name, content, words) => {
    await expect(openTable(await testFile(name, content))).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining(words),
    })
  })

  test('a file that is not there', async () => {
    await expect(openTable('/nowhere/a.csv')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a sheet cannot be chosen in a text file', async () => {
    await expect(openTable(await testFile('a.csv', 'a\n1\n'), { sheet: 'x' })).rejects.toMatchObject({
      settings: ['sheet'],
    })
  })

  test('reading stops when it is cancelled', async () => {
    const table = await openTable(await testFile('a.csv', `a,b\n${'1,2\n'.repeat(5000)}`))
    const stop = new AbortController()
    const read = async (): Promise<void> => {
      for await (const _ of table.rows({ signal: stop.signal })) stop.abort()
    }
    await expect(read()).rejects.toThrow('aborted')
  })
})

describe('a file with one unusual row', () => {
  const lines = Array.from(
    { length: 4000 },
    (_, index) => `${index},"row ""${index}"", of many",${'ö'.repeat(index % 7)}`,
  )

  test('is read to its end, with the numbers of its rows', async () => {
    const text = ['a,b,c', ...lines.toSpliced(2500, 1, '2500,"said "so",x')].join('\r\n')
    const { rows, numbers } = await readAll(await testFile('a.csv', text))
    expect(rows).toHaveLength(4000)
    expect(rows[2500]).toEqual(['2500', '"said "so"', 'x'])
    expect(rows[3999]).toEqual(['3999', 'row "3999", of many', 'ö'.repeat(3999 % 7) || null])
    expect(numbers).toEqual(lines.map((_, index) => index + 2))
  })

  test('names the row of what is wrong after it', async () => {
    const spoiled = lines.toSpliced(2500, 1, '2500,"said "so",x').toSpliced(3000, 1, '3000,"never closed,x')
    const file = await testFile('a.csv', ['a,b,c', ...spoiled].join('\n'))
    await expect(readAll(file)).rejects.toMatchObject({ where: { row: 3002 } })
  })
})
