import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noNumber } from '../store/stored-numbers.ts'
import { Column } from './column.ts'
import { IdTable } from './id-table.ts'
import { blockRows } from './workspace.ts'

const edges = [0, 1, -1, 127, 128, -127, -128, 254, 255, 256, 32_767, -32_768, 65_534, 65_535, 65_536]
const far = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32 - 2, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 60, 0.5, -7.25]
const value = fc.oneof(fc.constant(Number.NaN), fc.constantFrom(...edges), fc.constantFrom(...far), fc.integer())

test('a column gives back what it was given, whatever comes later', () => {
  const changes = fc.array(fc.record({ row: fc.nat({ max: 29 }), value }), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), fc.array(changes, { maxLength: 4 }), (values, list) => {
      const expected = [...values]
      const column = new Column(Float64Array.from(values))
      for (const change of list) {
        for (const { row } of change) {
          column.grow(row + 1)
          while (expected.length <= row) {
            column.set([expected.length], Float64Array.of(Number.NaN))
            expected.push(Number.NaN)
          }
        }
        const last = new Map(change.map((one) => [one.row, one.value]))
        column.set([...last.keys()], Float64Array.from(last.values()))
        for (const [row, now] of last) expected[row] = now
      }
      expect([...column.toDoubles(expected.length)]).toEqual(expected.map((one) => (one === 0 ? 0 : one)))
    }),
    { numRuns: 500 },
  )
})

test('whole numbers of 16 bits become the column that doubles become', () => {
  const short = fc.oneof(
    fc.constant(Number.NaN),
    fc.integer({ min: -32_768, max: 32_767 }),
    fc.integer({ min: 0, max: 10 }),
  )
  fc.assert(
    fc.property(fc.array(short, { maxLength: 20 }), (values) => {
      const plain = new Column(Float64Array.from(values))
      const stored = new Column(Int32Array.from(values, (one) => (Number.isNaN(one) ? noNumber : one)))
      expect([stored.codes, stored.low, stored.codeCount]).toEqual([plain.codes, plain.low, plain.codeCount])
      // A change widens it as any other.
      for (const column of [plain, stored]) {
        column.grow(values.length + 1)
        column.set([values.length], Float64Array.of(0.5))
      }
      expect([...stored.toDoubles(values.length + 1)]).toEqual([...plain.toDoubles(values.length + 1)])
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['answers of a scale', [1, 10, Number.NaN, 5], 1, 11],
  ['255 values and a missing one', [-127, 127, Number.NaN], 1, 256],
  ['256 values', [-128, 127], 2, 257],
  ['65,535 values', [1_000_000, 1_065_534], 2, 65_536],
  ['65,536 values', [1_000_000, 1_065_535], 4, 65_537],
  ['no value', [Number.NaN, Number.NaN], 1, 1],
  ['fractions', [0.5, 1], 8, null],
])('%s take so many bytes a row', (_, values, bytes, codeCount) => {
  const column = new Column(Float64Array.from(values))
  expect(column.bytes / values.length).toBe(bytes)
  expect(column.tableSize).toBe(codeCount)
})

test('a column knows what codes the rows of a block are between', () => {
  const rows = blockRows + 100
  const change = fc.record({ row: fc.nat({ max: rows - 1 }), value: fc.oneof(fc.integer({ min: 0, max: 9 }), value) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat({ max: rows - 1 }), (changes, from) => {
      const column = new Column(Float64Array.from({ length: rows }, (_, row) => (row < blockRows ? 3 : 5)))
      const bounds = (): boolean =>
        [0, 1].every((block) => {
          const size = Math.min(blockRows, rows - block * blockRows)
          const range = column.codesOf(block, size)
          const codes = column.codes?.subarray(block * blockRows, block * blockRows + size)
          if (!range || !codes) return range === null && codes === undefined
          return codes.every((code) => code >= range.least && code <= range.greatest)
        })
      expect([column.codesOf(0, blockRows), column.codesOf(1, 100)]).toEqual([
        { least: 1, greatest: 1 },
        { least: 3, greatest: 3 },
      ])
      for (const one of changes) {
        column.set([one.row], Float64Array.of(one.value))
        expect(bounds()).toBe(true)
      }
      column.copy(from, 0)
      expect(bounds()).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('ids are found at their rows, however many are added, moved and removed', () => {
  const id = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2 ** 33, max: 2 ** 33 + 40 }))
  const steps = fc.array(fc.record({ id, add: fc.boolean() }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 20 }), steps, (first, list) => {
      const rows = [...first]
      const column = new Column(Float64Array.from(rows))
      const table = new IdTable(column, rows.length)
      for (const { id: one, add } of list) {
        const row = rows.indexOf(one)
        expect(table.find(one)).toBe(row)
        if (add && row < 0) {
          column.grow(rows.length + 1)
          column.set([rows.length], Float64Array.of(one))
          table.add(one, rows.length)
          rows.push(one)
        } else if (!add && row >= 0) {
          table.remove(one)
          const last = rows.pop() ?? 0
          if (row < rows.length) {
            table.move(last, row)
            column.copy(rows.length, row)
            rows[row] = last
          }
        }
      }
      expect(rows.map((one) => table.find(one))).toEqual(rows.map((_, row) => row))
    }),
    { numRuns: 300 },
  )
})
