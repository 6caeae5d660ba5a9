import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './find-node.mjs'
import { equivalentsIn, place, resultOf, withRow } from './mutation-report.mjs'
import { testsOf } from './mutation-tests.mjs'

const report = readFileSync(join(root, 'docs/mutation.md'), 'utf8')

function mutant(status, line, replacement = 'true') {
  return { status, mutatorName: 'ConditionalExpression', replacement, location: { start: { line, column: 3 } } }
}

const files = {
  'a.ts': { mutants: [mutant('Killed', 1), mutant('Timeout', 2), mutant('Survived', 3), mutant('NoCoverage', 4)] },
  'b.ts': { mutants: [mutant('Ignored', 1), mutant('Survived', 2, 'x ||\n  y'), mutant('CompileError', 3)] },
}
const row = '| `b.ts:2:3` | ConditionalExpression: `` x \\|\\| y `` | both are the same |'

describe('a result', () => {
  test('counts what was noticed among what a test can notice', () => {
    const found = resultOf({ files }, equivalentsIn(row))
    expect(found).toMatchObject({ mutants: 7, noticed: 2, survived: 1, untested: 1, equivalent: 1, untried: 1 })
    expect(found.score).toBe('50.0')
    expect(found.survivors.map(place)).toEqual([
      'a.ts:3:3 ConditionalExpression: true',
      'a.ts:4:3 ConditionalExpression: true',
    ])
    expect(found.late.map(place)).toEqual(['a.ts:2:3 ConditionalExpression: true'])
    expect(resultOf({ files }, []).score).toBe('40.0')
  })

  test('names equivalents that are none any more, of its own files alone', () => {
    const listed = ['a.ts:1:3', 'c.ts:1:3'].map((at) => row.replace('b.ts:2:3', at)).join('\n')
    expect(resultOf({ files }, equivalentsIn(listed)).outdated.map(({ key }) => key)).toEqual([
      'a.ts:1:3 ConditionalExpression: x || y',
    ])
  })
})

describe('the report', () => {
  test('has a row for each path, replaced by the next run', () => {
    const found = resultOf({ files }, [])
    const once = withRow(report, 'x/z', found, '2026-01-01')
    const twice = withRow(withRow(once, 'x/y', found, '2026-01-02'), 'x/z', { ...found, score: '99.9' }, '2026-01-03')
    const rows = twice.split('\n').filter((line) => line.startsWith('| `x/'))
    expect(rows.map((line) => line.split(' | ').at(-2))).toEqual(['40.0 %', '99.9 %'])
    expect(rows.map((line) => line.split('`')[1])).toEqual(['x/y', 'x/z'])
    expect(withRow(once, 'x/z', found, '2026-01-01')).toBe(once)
    expect(() => withRow('no place', 'x', found)).toThrow('docs/mutation.md')
  })

  test('says of each equivalent mutant where it is and why, in a form that is read', () => {
    const listed = report.split('\n').filter((line) => /^\| `[^`]+:\d+:\d+` \|/.test(line))
    expect(equivalentsIn(report)).toHaveLength(listed.length)
  })
})

test('tests of a path are those beside it and those that test it from elsewhere', () => {
  expect(testsOf('server/src/domain/cases')).toEqual(['server/src/domain/cases/**/*.test.@(ts|mjs)'])
  expect(testsOf('server/src/domain/rights/places.ts')).toContain('server/src/features/identity/*.test.ts')
})
