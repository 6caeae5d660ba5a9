import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ExpressionError,
  aggregatesOf,
  boxFunctions,
  countedAlerts,
  parseExpression,
  sharedAlerts,
  splitExpressions,
  timedAlerts,
  variableFunctions,
} from './expression.ts'
import type { Aggregate, Expression, ExpressionNode } from './expression.ts'
import { printExpression } from './testing/print-expression.ts'

const variable = fc
  .oneof(
    fc.constantFrom('overall', 'mean', 'where', 'Overall rating', 'größe', '2nd', 'a`\\'),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  .map((name) => ({ name, position: 0 }))
const aggregate: fc.Arbitrary<Aggregate> = fc.oneof(
  fc.record({ kind: fc.constant('aggregate' as const), name: fc.constantFrom(...variableFunctions), variable }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('csi' as const),
    variables: fc.array(variable, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constantFrom(...boxFunctions),
    variable,
    steps: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('share' as const),
    variable,
    values: fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => ({ kind: 'text' as const, text })),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constantFrom('count' as const, 'responserate' as const),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('samples' as const),
    state: fc.option(fc.integer({ min: 0, max: 4 })),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('alerts' as const),
    state: fc.constantFrom(...countedAlerts),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('alerttime' as const),
    until: fc.constantFrom(...timedAlerts),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('alertshare' as const),
    of: fc.constantFrom(...sharedAlerts),
  }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    name: fc.constant('alertreason' as const),
    question: variable,
    choice: fc.integer({ min: 1, max: 1_000_000 }),
  }),
)
const leaf: fc.Arbitrary<ExpressionNode> = fc.oneof(
  aggregate,
  fc
    .double({ min: 0, noNaN: true, noDefaultInfinity: true })
    .map((value): ExpressionNode => ({ kind: 'number', value: value + 0 })),
)

/** Expressions nested at most `depth` deep. */
function nodes(depth: number): fc.Arbitrary<ExpressionNode> {
  if (depth === 0) return leaf
  const part = nodes(depth - 1)
  const operator = fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const)
  return fc.oneof(
    leaf,
    part.map((of): ExpressionNode => ({ kind: 'negate', of })),
    fc.record({ kind: fc.constant('binary' as const), operator, left: part, right: part }),
  )
}

const where = fc.option(fc.record({ kind: fc.constant('answered' as const), variable }))

/** The expression with every variable at place 0, to compare expressions written differently. */
function unplaced(expression: Expression): unknown {
  return JSON.parse(JSON.stringify(expression, (key, value: unknown) => (key === 'position' ? 0 : value)))
}

/** The value of an expression whose aggregates are all numbers. */
function calculate(of: ExpressionNode): number {
  if (of.kind === 'number') return of.value
  if (of.kind === 'negate') return -calculate(of.of)
  if (of.kind === 'aggregate') return Number.NaN
  const [left, right] = [calculate(of.left), calculate(of.right)]
  return { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[of.operator]
}

function positionOf(malformed: string): number {
  try {
    parseExpression(malformed)
  } catch (error) {
    if (error instanceof ExpressionError) return error.position
    throw error
  }
  throw new Error(`"${malformed}" was read`)
}

describe('reading and printing', () => {
  it('reads back whatever it prints', () => {
    fc.assert(
      fc.property(nodes(3), where, (body, rule) => {
        const expression: Expression = { body, where: rule }
        expect(unplaced(parseExpression(printExpression(expression)))).toEqual(unplaced(expression))
      }),
      { numRuns: 500 },
    )
  })

  it('reads every function', () => {
    for (const written of [
      'mean(q)',
      'index(q)',
      'csi(overall, expectations, ideal)',
      'nps(recommend)',
      'topbox(q, 2)',
      'bottombox(q, 3)',
      'share(channel, store, "web shop", 3)',
      'sentiment(comment)',
      'share(positive:comment, "staff/manner")',
      'median(q)',
      'sum(q)',
      'count()',
      'samples()',
      'samples(2)',
      'responserate()',
      'alerts(open)',
      'alerts(processing)',
      'alerts(closed)',
      'alerts(any)',
      'alerts(reopened)',
      'alerttime(first)',
      'alerttime(close)',
      'alertshare(due)',
      'alertshare(reopened)',
      'alertreason(cause, 2)',
      'alertreason(`What was it?`, 1)',
      'mean(`Overall rating`) where channel = store and not overall in (1, 2)',
    ]) {
      expect(printExpression(parseExpression(written))).toBe(written)
    }
  })

  it('calculates in the usual order', () => {
    const value = (written: string): number => calculate(parseExpression(written).body)
    expect(value('2 + 3 * 4')).toBe(14)
    expect(value('(2 + 3) * 4')).toBe(20)
    expect(value('10 - 4 - 3')).toBe(3)
    expect(value('24 / 4 / 2')).toBe(3)
    expect(value('-2 * -(3 - 5)')).toBe(-4)
    expect(value('2--3')).toBe(5)
    expect(value('1.5e2/3')).toBe(50)
  })

  it('finds the aggregates, not those of the rule', () => {
    const expression = parseExpression('mean(wait) / 60 - csi(a, wait, `b c`) + count() where channel = store')
    expect(aggregatesOf(expression.body).map((one) => one.name)).toEqual(['mean', 'csi', 'count'])
  })

  it('says what is wrong in words that other languages have too', () => {
    const wordsOf = (text: string) => {
      try {
        parseExpression(text)
      } catch (error) {
        if (error instanceof ExpressionError) return error.words
      }
      return null
    }
    expect(wordsOf('mean(q')?.template).toBe('"{0}" is expected {1}, not {2}.')
    expect(String(wordsOf('mean(q'))).toBe('")" is expected to end mean(...), not the end.')
    expect(wordsOf('count() where')?.template).toBe('The name of a variable is expected, not {0}.')
  })

  it('says where an expression is wrong, and what to write', () => {
    expect(positionOf('')).toBe(0)
    expect(positionOf('mean(q')).toBe(6)
    expect(positionOf('mean()')).toBe(5)
    expect(positionOf('mean(q))')).toBe(7)
    expect(positionOf('1 + average(q)')).toBe(4)
    expect(positionOf('topbox(q)')).toBe(8)
    expect(positionOf('topbox(q, 0)')).toBe(10)
    expect(positionOf('topbox(q, two)')).toBe(10)
    expect(positionOf('samples(7)')).toBe(8)
    expect(positionOf('alerts(lost)')).toBe(7)
    expect(positionOf('alerttime(open)')).toBe(10)
    expect(positionOf('alertshare()')).toBe(11)
    expect(positionOf('alertreason(cause)')).toBe(17)
    expect(positionOf('alertreason(cause, 0)')).toBe(19)
    expect(positionOf('alertreason(cause, staff)')).toBe(19)
    expect(positionOf('count() where')).toBe(13)
    expect(positionOf('mean(a, b)')).toBe(6)
    expect(() => parseExpression('helpful')).toThrow(
      '"helpful" is not followed by parentheses; write for example mean(helpful).',
    )
    expect(() => parseExpression('average(q)')).toThrow('There is no function "average". Known: mean, index, nps,')
    expect(() => parseExpression('alerts(lost)')).toThrow(
      'alerts() takes one of open, processing, closed, any, reopened, not "lost".',
    )
    expect(() => parseExpression('alerttime(open)')).toThrow('alerttime() takes one of first, close, not "open".')
    expect(() => parseExpression('-'.repeat(3000))).toThrow('Too many parts are nested in each other.')
    expect(() => parseExpression(`1${'+count()'.repeat(101)}`)).toThrow('More than 100 functions')
    expect(aggregatesOf(parseExpression(`1${'+count()'.repeat(100)}`).body)).toHaveLength(100)
    expect(() => parseExpression('1+'.repeat(5000))).toThrow('More than 4000 characters are too many.')
    expect(() => parseExpression('('.repeat(3000))).toThrow('Too many parts are nested in each other.')
  })

  it('never fails in another way than by naming a position inside the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'mean',
        'csi',
        'share',
        'samples',
        'alerts',
        'topbox',
        'q',
        '(',
        ')',
        ',',
        '+',
        '-',
        '*',
        '/',
        '1',
        '2.5',
        'where',
        '=',
        '"',
        ' ',
      ),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (anything) => {
          try {
            parseExpression(anything)
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

describe('lists of expressions', () => {
  it('cuts at commas outside parentheses and quotes', () => {
    expect(splitExpressions('mean(x),nps(y),count()')).toEqual(['mean(x)', 'nps(y)', 'count()'])
    expect(splitExpressions(' csi(a, b) , share(q, "a, b", (c)) where x in (1, 2) , count() ')).toEqual([
      'csi(a, b)',
      'share(q, "a, b", (c)) where x in (1, 2)',
      'count()',
    ])
    expect(splitExpressions('')).toEqual([])
  })

  it('refuses empty parts and open quotes', () => {
    expect(() => splitExpressions('mean(x),,count()')).toThrow('An expression is missing here.')
    expect(() => splitExpressions('mean(x),')).toThrow(ExpressionError)
    expect(() => splitExpressions('share(q, "a)')).toThrow('The quote " is not closed.')
  })

  it('puts printed expressions apart again', () => {
    fc.assert(
      fc.property(fc.array(nodes(2), { maxLength: 4 }), (bodies) => {
        const printed = bodies.map((body) => printExpression({ body, where: null }))
        expect(splitExpressions(printed.join(', '))).toEqual(printed)
      }),
    )
  })
})
