import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { and, ident, integer, join, or, portableSql, toClickHouseStatement, toDollarStatement } from './sql.ts'

describe('a fragment', () => {
  test('keeps values out of the text, however fragments are nested', () => {
    const inner = portableSql`b = ${'x'}`
    const list = join([portableSql`${1}`, portableSql`${2.5}`])
    const whole = portableSql`select ${ident('a')} from t where ${inner} and c in (${list}) and d = ${true}`
    expect(toDollarStatement(whole)).toEqual({
      text: 'select a from t where b = $1 and c in ($2, $3) and d = $4',
      values: ['x', 1, 2.5, true],
    })
    expect(toClickHouseStatement(whole).text).toBe(
      'select a from t where b = {p1:String} and c in ({p2:Int64}, {p3:Float64}) and d = {p4:Bool}',
    )
  })

  test('never holds a text it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const { text, values } = toDollarStatement(and(texts.map((value) => portableSql`x = ${value}`)))
        expect(values).toEqual(texts)
        expect(text).toMatch(/^(true|\((x = \$\d+( and )?)+\))$/)
      }),
    )
  })

  test('conditions that are not there are true together and false one by one', () => {
    expect(toDollarStatement(and([])).text).toBe('true')
    expect(toDollarStatement(or([])).text).toBe('false')
    expect(toDollarStatement(or([portableSql`a`, and([portableSql`b`, portableSql`c`])])).text).toBe('(a or (b and c))')
  })

  test('takes only plain names and whole numbers into the text', () => {
    for (const name of ['a; drop table x', 'A', '1a', 'a.b.c', '', 'a b', 'a"b'])
      expect(() => ident(name)).toThrow(/Not a name/)
    expect(toDollarStatement(ident('r.answers')).text).toBe('r.answers')
    for (const value of [1.5, Number.NaN, 2 ** 60]) expect(() => integer(value)).toThrow(/Not a whole number/)
    expect(toDollarStatement(integer(-3)).text).toBe('-3')
  })

  test('with a list is for PostgreSQL alone', () => {
    expect(toDollarStatement(portableSql`a = any(${['x']})`).values).toEqual([['x']])
    expect(() => toClickHouseStatement(portableSql`a = any(${['x']})`)).toThrow(/portable/)
  })
})
