import { expect, test } from 'vitest'
import { readNumbers, readTable } from './native-reader.ts'
import { nativeBlock } from './native-writer.ts'
import type { NativeColumn } from './native-writer.ts'
import { explained } from './outage.ts'

const k: NativeColumn = { name: 'k', type: 'Nullable(Int32)' }
const x: NativeColumn = { name: 'x', type: 'Float64' }
const y: NativeColumn = { name: 'y', type: 'Float64' }
const block = (...of: Parameters<typeof nativeBlock>): Buffer => Buffer.concat([...nativeBlock(...of)])

test('the blocks of a result are read as one', async () => {
  const bytes = Buffer.concat([
    block(
      [k, x],
      [
        [1, null],
        [0.5, 2],
      ],
    ),
    block([k, x], [[3], [4]]),
  ])
  expect(await readTable(bytes)).toEqual({
    names: ['k', 'x'],
    columns: [
      [1, null, 3],
      [0.5, 2, 4],
    ],
    rowCount: 3,
  })
  expect(await readNumbers(Buffer.concat([block([x], [[1]]), block([x], [[2]])]))).toEqual([Float64Array.of(1, 2)])
})

test.each([
  ['another number of columns', block([k, x], [[7], [8]])],
  ['columns of other names', block([k, x, y], [[7], [8], [9]])],
])('blocks with %s are not read as one result, which is absent then', async (_, other) => {
  const z: NativeColumn = { name: 'z', type: 'Float64' }
  const bytes = Buffer.concat([
    other,
    block(
      [k, x, z],
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ),
  ])
  const error: unknown = await readTable(bytes).catch((caught: unknown) => caught)
  expect(explained(error)).toMatchObject({ code: 'unavailable', message: expect.stringContaining('cannot be reached') })
})
