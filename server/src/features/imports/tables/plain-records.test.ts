import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { Random } from '#server/demo/random.ts'
import { PlainRecords } from './plain-records.ts'

const parts = [
  'a',
  'bc',
  'ö€',
  '"',
  '""',
  ',',
  ',',
  ',',
  '\n',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '7',
  'thirteen letters and more',
  '"x, y"',
  '"l\nm"',
  '😀',
]

/** What the full parser reads, and after how many lines each record ends. */
function read(text: string): { records: (string | null)[][]; lines: number[] } | null {
  const lines: number[] = []
  try {
    const records = parse(text, {
      delimiter: ',',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      on_record: (record: string[], context: { lines: number }) => {
        lines.push(context.lines)
        return record
      },
    }) as unknown as string[][]
    return { records: records.map((cells) => cells.map((cell) => (cell === '' ? null : cell))), lines }
  } catch {
    return null
  }
}

function readPlain(text: string, random: Random) {
  const plain = new PlainRecords(',')
  const records: (string | null)[][] = []
  const lines: number[] = []
  let at = 0
  while (!plain.isOver && at <= text.length) {
    const to = random.chance(0.3) ? text.length : Math.min(text.length, at + random.int(0, 5))
    const isEnd = to === text.length
    const added = plain.add(text.slice(at, to), isEnd)
    records.push(...added)
    if (added.length > 0) lines.push(plain.lines)
    at = to
    if (isEnd) break
  }
  return { records, lines, rest: plain.isOver ? plain.rest + text.slice(at) : '', isOver: plain.isOver }
}

test('reads what the full parser reads, however the text arrives, and leaves it what is unusual', () => {
  const random = new Random('plain records')
  let [whole, left] = [0, 0]
  for (let attempt = 0; attempt < 4000; attempt++) {
    const text = Array.from({ length: random.int(0, 14) }, () => random.pick(parts)).join('')
    const expected = read(text)
    const found = readPlain(text, random)
    if (found.isOver) {
      left++
      const after = read(found.rest)
      expect(after === null, text).toBe(expected === null)
      if (expected && after)
        expect([...found.records, ...after.records], JSON.stringify(text)).toEqual(expected.records)
    } else {
      whole++
      expect(found.records, JSON.stringify(text)).toEqual(expected?.records)
      for (const line of found.lines) expect(expected?.lines, JSON.stringify(text)).toContain(line)
    }
  }
  expect(whole).toBeGreaterThan(1000)
  expect(left).toBeGreaterThan(400)
})

test('leaves very long rows, and text that cannot be stored, to the full parser', () => {
  const long = new PlainRecords(',')
  expect(long.add(`a,b\n1,"${'x'.repeat(300_000)}`, false)).toEqual([['a', 'b']])
  expect(long.isOver).toBe(true)
  const damaged = new PlainRecords(',')
  expect(damaged.add('a,b\n', false)).toEqual([['a', 'b']])
  expect(damaged.add('1,\0\n', false)).toEqual([])
  expect(damaged).toMatchObject({ isOver: true, rest: '1,\0\n', lines: 1 })
})
