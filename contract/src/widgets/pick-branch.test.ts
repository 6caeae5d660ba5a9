import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pickBranch, scoreBranch } from './pick-branch.ts'

const viewer = { role: 'store-manager', view: 'products' }

describe('the score of a branch', () => {
  test('starts at 1, doubled for a matching role and doubled again for a matching view (PAGE-08)', () => {
    expect(scoreBranch({ roles: ['store-manager'], views: [] }, viewer)).toBe(2)
    expect(scoreBranch({ roles: [], views: ['organisation', 'products'] }, viewer)).toBe(2)
    expect(scoreBranch({ roles: ['store-manager'], views: ['products'] }, viewer)).toBe(4)
  })

  test('is 0 where a list names only others, whatever the other list says (PAGE-09)', () => {
    expect(scoreBranch({ roles: ['analyst'], views: [] }, viewer)).toBe(0)
    expect(scoreBranch({ roles: ['analyst'], views: ['products'] }, viewer)).toBe(0)
    expect(scoreBranch({ roles: ['store-manager'], views: ['organisation'] }, viewer)).toBe(0)
    expect(scoreBranch({ roles: ['store-manager'], views: [] }, { role: null, view: 'products' })).toBe(0)
  })

  test('is left alone by empty lists: 1 with both empty, 2 with one match, 4 with both (PAGE-11)', () => {
    expect(scoreBranch({ roles: [], views: [] }, viewer)).toBe(1)
    expect(scoreBranch({ roles: ['store-manager'], views: [] }, viewer)).toBe(2)
    expect(scoreBranch({ roles: ['store-manager'], views: ['products'] }, viewer)).toBe(4)
    expect(scoreBranch({ roles: [], views: [] }, { role: null, view: '' })).toBe(1)
  })
})

describe('the branch shown', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
  const branches = fc.array(fc.record({ roles: names, views: names }), { maxLength: 6 })

  test('has the highest score; the first of equals; none where all are 0 (PAGE-07)', () => {
    fc.assert(
      fc.property(branches, fc.constantFrom('a', 'b', null), fc.constantFrom('a', 'c'), (all, role, view) => {
        const scores = all.map((branch) => scoreBranch(branch, { role, view }))
        const best = Math.max(0, ...scores)
        const picked = pickBranch(all, { role, view })
        expect(picked).toBe(best === 0 ? undefined : all[scores.indexOf(best)])
      }),
    )
  })
})
