import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteKernel } from './byte-kernel.ts'
import { blockRows } from './workspace.ts'

const kernel = new ByteKernel()

/** Counts row by row. */
function plainly(codes: Uint8Array, rows: Uint16Array, codeCount: number): number[] {
  const counts = Array.from({ length: codeCount }, () => 0)
  for (const row of rows) {
    const code = codes[row] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

test('the kernel counts the codes of any rows as a loop does, and adds to what is there', () => {
  const size = fc.oneof(
    fc.integer({ min: 1, max: 70 }),
    fc.constantFrom(4079, 4080, 4081, 8160, blockRows - 1, blockRows),
  )
  const block = fc.record({
    size,
    codeCount: fc.constantFrom(1, 2, 4, 5, 12, 48, 256),
    seed: fc.nat(),
    keep: fc.constantFrom(1, 2, 3, 100),
  })
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      for (const { size: rowCount, codeCount, seed, keep } of blocks) {
        const codes = Uint8Array.from(
          { length: rowCount },
          (_, row) => ((row * 7919 + seed) >>> (seed % 5)) % codeCount,
        )
        const rows = Uint16Array.from({ length: rowCount }, (_, row) => row).filter((row) => row % keep === seed % keep)
        if (rows.length === 0) continue
        const first = seed % Math.min(9, rows.length)
        kernel.choose(rows, first, rows.length)
        const counts = new Int32Array(codeCount + 3).fill(10)
        kernel.addCounts(codes, codeCount, counts, 3)
        const expected = plainly(codes, rows.subarray(first), codeCount).map((count) => count + 10)
        expect([...counts]).toEqual([10, 10, 10, ...expected])
      }
    }),
  )
})

test('a block of one code alone is counted whole: sums of bytes do not overflow', () => {
  const every = Uint16Array.from({ length: blockRows }, (_, row) => row)
  kernel.choose(every, 0, blockRows)
  const counts = new Int32Array(12)
  kernel.addCounts(new Uint8Array(blockRows).fill(11), 12, counts, 0)
  expect([...counts]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, blockRows])
})
