import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExpressionError } from './expression-tokens.ts'
import { evaluateRule, parseRule } from './row-rule.ts'
import type { Answer, Literal, Rule } from './row-rule.ts'
import { printRule } from './testing/print-expression.ts'

const name = fc.oneof(
  fc.constantFrom(
    'overall',
    'channel',
    'größe',
    'Overall rating',
    'in',
    'AND',
    'answered',
    'a`b',
    '2nd',
    'x-y',
    'back\\slash',
  ),
  fc.string({ unit: 'grapheme', minLength: 1 }),
)
const variable = name.map((text) => ({ name: text, position: 0 }))
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('store', 'not', '12', '2026-01-05', '-', '18-24', 'quote"d', "it's", 'line\nbreak', '\\'),
)
const literal: fc.Arbitrary<Literal> = fc.oneof(
  text.map((of): Literal => ({ kind: 'text', text: of })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value): Literal => ({ kind: 'number', value, text: Object.is(value, -0) ? '-0' : String(value) })),
  fc.constantFrom('2026-01-05', '1999-12-31').map((of): Literal => ({ kind: 'date', text: of })),
)
const operator = fc.constantFrom('=' as const, '!=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const)
const test: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), variable, operator, value: literal }),
  fc.record({ kind: fc.constant('in' as const), variable, values: fc.array(literal, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('answered' as const), variable }),
)

/** Rules nested at most `depth` deep; no `and` directly inside an `and` (or `or` in `or`): parsing joins the two. */
function rules(depth: number, chains: ('and' | 'or')[] = ['and', 'or']): fc.Arbitrary<Rule> {
  if (depth === 0) return test
  const inverse = rules(depth - 1).map((of): Rule => ({ kind: 'not', of }))
  const chain = (kind: 'and' | 'or'): fc.Arbitrary<Rule> =>
    fc
      .array(rules(depth - 1, [kind === 'and' ? 'or' : 'and']), { minLength: 2, maxLength: 3 })
      .map((of) => ({ kind, of }))
  return fc.oneof(test, inverse, ...chains.map(chain))
}

/** The rule with every variable at place 0, to compare rules written differently. */
function unplaced(of: Rule): Rule {
  if (of.kind === 'not') return { kind: 'not', of: unplaced(of.of) }
  if (of.kind === 'and' || of.kind === 'or') return { kind: of.kind, of: of.of.map(unplaced) }
  return { ...of, variable: { ...of.variable, position: 0 } }
}

function positionOf(malformed: string): number {
  try {
    parseRule(malformed)
  } catch (error) {
    if (error instanceof ExpressionError) return error.position
    throw error
  }
  throw new Error(`"${malformed}" was read`)
}

const meets = (written: string, answers: Record<string, Answer>): boolean => evaluateRule(parseRule(written), answers)

describe('reading and printing', () => {
  it('reads back whatever it prints', () => {
    fc.assert(
      fc.property(rules(3), (one) => {
        expect(unplaced(parseRule(printRule(one)))).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  it('binds not before and before or', () => {
    expect(printRule(parseRule('a = 1 or b = 2 and not c = 3'))).toBe('a = 1 or b = 2 and not c = 3')
    expect(printRule(parseRule('(a = 1 or b = 2) and not (c = 3 or (d = 4))'))).toBe(
      '(a = 1 or b = 2) and not (c = 3 or d = 4)',
    )
    expect(parseRule('a=1 AND (b=2 and c=3)')).toMatchObject({ kind: 'and', of: [{}, {}, {}] })
    expect(printRule(parseRule('a not in (1, x)'))).toBe('not a in (1, x)')
  })

  it('reads numbers, dates, words and quoted texts for what they are', () => {
    const value = (written: string): unknown => {
      const one = parseRule(`x = ${written}`)
      return one.kind === 'compare' ? one.value : null
    }
    expect(value('-3.5')).toEqual({ kind: 'number', value: -3.5, text: '-3.5' })
    expect(value('01')).toEqual({ kind: 'number', value: 1, text: '01' })
    expect(value('2026-01-05')).toEqual({ kind: 'date', text: '2026-01-05' })
    expect(value('e-mail')).toEqual({ kind: 'text', text: 'e-mail' })
    expect(value('18-24')).toEqual({ kind: 'text', text: '18-24' })
    expect(value('"2026-01-05"')).toEqual({ kind: 'text', text: '2026-01-05' })
    expect(value("'Malmö \\'Väst\\''")).toEqual({ kind: 'text', text: "Malmö 'Väst'" })
  })

  it('says where a rule is wrong', () => {
    expect(positionOf('')).toBe(0)
    expect(positionOf('overall <= ')).toBe(11)
    expect(positionOf('overall 3')).toBe(8)
    expect(positionOf('overall = 3 and')).toBe(15)
    expect(positionOf('overall = 3 recommend = 4')).toBe(12)
    expect(positionOf('overall in 3')).toBe(11)
    expect(positionOf('overall in ()')).toBe(12)
    expect(positionOf('(overall = 3')).toBe(12)
    expect(positionOf('overall = "3')).toBe(10)
    expect(positionOf('overall == 3')).toBe(9)
    expect(positionOf('overall & 3')).toBe(8)
    expect(() => parseRule('overall 3')).toThrow('A comparison is expected after "overall", not "3".')
    expect(() => parseRule('x = "3')).toThrow('The quote " is not closed.')
    expect(() => parseRule('('.repeat(3000))).toThrow('Too many parts are nested in each other.')
    expect(() => parseRule('not '.repeat(900))).toThrow('Too many parts are nested in each other.')
  })

  it('never fails in another way than by naming a position inside the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'a',
        '=',
        '(',
        ')',
        ',',
        'and',
        'or',
        'not',
        'in',
        'answered',
        '-',
        '1',
        '"',
        '`',
        ' ',
        '\\',
        'å',
        '.',
        '2026-01-05',
      ),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((parts) => parts.join(' ')),
          pieces.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (anything) => {
          try {
            parseRule(anything)
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError)
            expect((error as ExpressionError).position).toBeLessThanOrEqual(anything.length)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('meeting a rule', () => {
  it('compares numbers as numbers', () => {
    expect(meets('overall <= 3', { overall: 3 })).toBe(true)
    expect(meets('overall < 3', { overall: 3 })).toBe(false)
    expect(meets('overall > 9', { overall: 10 })).toBe(true)
    expect(meets('overall >= 10', { overall: 9.5 })).toBe(false)
    expect(meets('overall = 3.0', { overall: 3 })).toBe(true)
    expect(meets('overall = "3"', { overall: 3 })).toBe(true)
    expect(meets('overall > 9', { overall: '10' })).toBe(true)
  })

  it('compares texts by their characters, and dates so', () => {
    expect(meets('channel = store', { channel: 'store' })).toBe(true)
    expect(meets('channel = store', { channel: 'Store' })).toBe(false)
    expect(meets('code = "1"', { code: '01' })).toBe(false)
    expect(meets('code = 01', { code: '01' })).toBe(true)
    expect(meets('visited < 2026-02-01', { visited: '2026-01-31' })).toBe(true)
    expect(meets('visited >= 2026-02-01', { visited: '2026-01-31' })).toBe(false)
  })

  it('puts a number and a word in no order', () => {
    for (const sign of ['=', '<', '<=', '>', '>=']) expect(meets(`channel ${sign} 3`, { channel: 'store' })).toBe(false)
    expect(meets('channel != 3', { channel: 'store' })).toBe(true)
  })

  it('lets a multiple answer be each of its choices', () => {
    const answers = { reasons: ['price', 'staff'] }
    expect(meets('reasons = staff', answers)).toBe(true)
    expect(meets('reasons != staff', answers)).toBe(false)
    expect(meets('reasons != place', answers)).toBe(true)
    expect(meets('reasons in (place, price)', answers)).toBe(true)
    expect(meets('reasons > a', answers)).toBe(false)
  })

  it('meets nothing with a question that was not answered, but its negation', () => {
    for (const answers of [{}, { x: null }, { x: undefined }, { x: '' }, { x: [] }]) {
      expect(meets('x = 3', answers)).toBe(false)
      expect(meets('x != 3', answers)).toBe(false)
      expect(meets('x in (3, 4)', answers)).toBe(false)
      expect(meets('answered(x)', answers)).toBe(false)
      expect(meets('not x = 3', answers)).toBe(true)
      expect(meets('not answered(x)', answers)).toBe(true)
    }
    expect(meets('answered(x)', { x: 0 })).toBe(true)
    expect(meets('answered(constructor) or answered(`__proto__`)', {})).toBe(false)
  })

  it('keeps the laws of logic', () => {
    const answers = fc.record({ a: fc.option(fc.integer({ min: 0, max: 3 })), b: fc.option(fc.constantFrom('x', 'y')) })
    const part = fc.constantFrom('a = 1', 'a < 2', 'b = x', 'b in (x, y)', 'answered(a)', 'a != 3')
    fc.assert(
      fc.property(answers, part, part, (given, p, q) => {
        expect(meets(`not (${p} and ${q})`, given)).toBe(meets(`not ${p} or not ${q}`, given))
        expect(meets(`${p} and ${q}`, given)).toBe(meets(p, given) && meets(q, given))
        expect(meets(`${p} or ${q}`, given)).toBe(meets(p, given) || meets(q, given))
        expect(meets(`not not ${p}`, given)).toBe(meets(p, given))
      }),
    )
  })
})
