import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alsoWithheld } from './also-withheld.ts'

const least = 5
const row = fc.record({ n: fc.nat(12), isOwn: fc.boolean() })

describe('what is withheld besides', () => {
  test('leaves nobody a rest of one to four answers', () => {
    fc.assert(fc.property(fc.array(row, { maxLength: 8 }), leavesNoFew))
  })

  function leavesNoFew(rows: { n: number; isOwn: boolean }[]): void {
    const shown = rows.map(({ n, isOwn }) => ({ n: isOwn || n >= least ? n : null, isOwn }))
    const total = rows.reduce((sum, { n }) => sum + n, 0)
    const besides = alsoWithheld(shown, total, least)
    const rest = total - shown.reduce((sum, { n }, at) => sum + (besides.rows.has(at) ? 0 : (n ?? 0)), 0)
    // Where the total is withheld there is nothing to subtract from.
    expect(besides.total || rest === 0 || rest >= least).toBe(true)
    expect([...besides.rows].every((at) => shown[at]?.isOwn === false)).toBe(true)
  }

  test('is nothing where all are shown, and the smallest of others first', () => {
    const others = [20, 6, 9].map((n) => ({ n, isOwn: false }))
    expect(alsoWithheld(others, 35, least)).toEqual({ rows: new Set(), total: false })
    expect(alsoWithheld([...others, { n: null, isOwn: false }], 37, least)).toEqual({
      rows: new Set([1]),
      total: false,
    })
    expect(
      alsoWithheld(
        [
          { n: 30, isOwn: true },
          { n: null, isOwn: false },
        ],
        32,
        least,
      ),
    ).toEqual({
      rows: new Set(),
      total: true,
    })
  })
})
