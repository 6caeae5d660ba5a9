import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowDealer, shareOf } from './shares.ts'

test('rows that come some at a time are dealt out in their order, however many were expected', async () => {
  const pieces = fc.array(fc.array(fc.nat({ max: 2 ** 40 }), { maxLength: 3_000 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      pieces,
      fc.integer({ min: 1, max: 4 }),
      fc.nat({ max: 4_000 }),
      async (lists, shares, expected) => {
        const dealer = new RowDealer(['whole', 'broken'], shares, expected)
        for (const ids of lists)
          await dealer.add([
            Float64Array.from(ids),
            Int32Array.from(ids, (id) => id % 100),
            Float64Array.from(ids, (id) => id / 4),
          ])
        expect(dealer.dealt).toHaveLength(shares)
        for (const [share, { ids, columns }] of dealer.dealt.entries()) {
          const own = lists.flat().filter((id) => shareOf(id, shares) === share)
          expect([...ids]).toEqual(own)
          expect([...(columns.get('whole') ?? [])]).toEqual(own.map((id) => id % 100))
          expect([...(columns.get('broken') ?? [])]).toEqual(own.map((id) => id / 4))
        }
      },
    ),
    { numRuns: 50 },
  )
})
