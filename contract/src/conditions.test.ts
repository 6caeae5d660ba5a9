import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LITERAL_NONE, NOT_ANSWERED, answerOf, unitCondition, unitsDayOf } from './conditions.ts'
import type { Condition } from './conditions.ts'
import { noneValue, parseDrillPath, parsePath, plainValue } from './drill-path.ts'
import { resolveConditions } from './resolve-conditions.ts'
import type { FilterField, FilterProblem } from './resolve-conditions.ts'

const today = '2026-11-21'
const fields: FilterField[] = [
  { name: 'gender', kind: 'choice' },
  { name: 'reasons', kind: 'choice' },
  { name: 'age', kind: 'range' },
  { name: 'comment', kind: 'choice' },
  { name: 'member_since', kind: 'dates' },
  { name: 'window', kind: 'dates', variable: 'date' },
]

function conditionsOf(path: string): Condition[] {
  const { conditions, problems } = resolveConditions(parsePath(path), fields, today)
  expect(problems).toEqual([])
  return conditions
}

function problemsOf(path: string): { name: string; message: string }[] {
  const { conditions, problems } = resolveConditions(parsePath(path), fields, today)
  expect(conditions).toEqual([])
  return inEnglish(problems)
}

function inEnglish(problems: readonly FilterProblem[]): { name: string; message: string }[] {
  return problems.map(({ name, message }) => ({ name, message: String(message) }))
}

const choice = (variable: string, lists: Partial<Extract<Condition, { kind: 'choice' }>>): Condition => ({
  kind: 'choice',
  variable,
  include: [],
  exclude: [],
  contains: [],
  excludeContains: [],
  ...lists,
})

describe('choices and texts', () => {
  it('sorts values by what they ask for', () => {
    expect(conditionsOf('gender=f*_m*x~*_y~')).toEqual([
      choice('gender', { include: ['f'], exclude: ['m'], contains: ['x'], excludeContains: ['y'] }),
    ])
    expect(conditionsOf('reasons=price;comment=slow~')).toEqual([
      choice('reasons', { include: ['price'] }),
      choice('comment', { contains: ['slow'] }),
    ])
  })

  it('keeps "not answered" apart from an answer called none', () => {
    expect(conditionsOf('gender=none*!6Eone*_none')).toEqual([
      choice('gender', { include: [NOT_ANSWERED, LITERAL_NONE], exclude: [NOT_ANSWERED] }),
    ])
    expect(answerOf(NOT_ANSWERED)).toBeNull()
    expect(answerOf(LITERAL_NONE)).toBe('none')
    expect(answerOf('f')).toBe('f')
  })

  it('makes a condition for each token of the same name', () => {
    expect(conditionsOf('reasons=price;reasons=staff')).toHaveLength(2)
  })
})

describe('numbers', () => {
  it('reads ranges and numbers, any of the included and none of the excluded', () => {
    expect(conditionsOf('age=range_18_35')).toEqual([{ kind: 'range', variable: 'age', from: 18, to: 35 }])
    expect(conditionsOf('age=7*8*_range_1_2')).toEqual([
      {
        kind: 'any',
        of: [
          { kind: 'range', variable: 'age', from: 7, to: 7 },
          { kind: 'range', variable: 'age', from: 8, to: 8 },
        ],
      },
      { kind: 'not', of: { kind: 'range', variable: 'age', from: 1, to: 2 } },
    ])
    expect(conditionsOf('age=none')).toEqual([choice('age', { include: [NOT_ANSWERED] })])
    expect(conditionsOf('age=_none')).toEqual([{ kind: 'not', of: choice('age', { include: [NOT_ANSWERED] }) }])
  })

  it('names a range that cannot be read', () => {
    expect(problemsOf('age=range_35_18')).toEqual([
      { name: 'age', message: '"range_35_18" is neither a number nor a range such as range_18_35.' },
    ])
    expect(problemsOf('age=3~')).toEqual([
      { name: 'age', message: 'Only texts and choices can be searched for a part ("~").' },
    ])
  })
})

describe('dates', () => {
  it('knows the event date in every survey, and a field that stands for it', () => {
    const month = { kind: 'dates', variable: 'date', from: '2026-10-22', to: '2026-11-22' }
    expect(resolveConditions(parsePath('date=rel_-30d_0d'), [], today).conditions).toEqual([month])
    expect(conditionsOf('window=rel_-30d_0d')).toEqual([month])
  })

  it('resolves every form against today', () => {
    expect(conditionsOf('member_since=today_md')).toEqual([
      { kind: 'monthDay', variable: 'member_since', month: 11, day: 21 },
    ])
    expect(conditionsOf('member_since=rel_before_back_1y')).toEqual([
      { kind: 'dates', variable: 'member_since', from: null, to: '2025-11-21' },
    ])
    expect(conditionsOf('member_since=_rel_-90d_0d')).toEqual([
      { kind: 'not', of: { kind: 'dates', variable: 'member_since', from: '2026-08-23', to: '2026-11-22' } },
    ])
    expect(conditionsOf('date=2025*2026-Q1')[0]?.kind).toBe('any')
  })

  it('makes whole periods of the calendar spans, and no condition of all time', () => {
    const span = (from: string, to: string) => [{ kind: 'dates', variable: 'date', from, to }]
    expect(conditionsOf('date=last_3m')).toEqual(span('2026-08-01', '2026-11-01'))
    expect(conditionsOf('date=this_q')).toEqual(span('2026-10-01', '2027-01-01'))
    expect(conditionsOf('date=all_time')).toEqual([])
    expect(conditionsOf('date=_all_time')).toHaveLength(1)
  })

  it('names a date that cannot be read', () => {
    expect(problemsOf('date=soon')[0]?.message).toBe(
      '"soon" is not a date, a period or an interval of dates that can be read.',
    )
    expect(problemsOf('date=rel_0d_-5d')).toHaveLength(1)
  })
})

describe('campaigns and sample states', () => {
  it('reads them in every survey', () => {
    expect(conditionsOf('campaign=12.delivered.yes.any')).toEqual([
      { kind: 'campaign', campaign: 12, state: 'delivered', opened: 'yes', clicked: 'any' },
    ])
    expect(conditionsOf('samplestate=0*1')).toEqual([{ kind: 'sampleState', states: [0, 1] }])
    expect(conditionsOf('samplestate=_3*_4')).toEqual([{ kind: 'not', of: { kind: 'sampleState', states: [3, 4] } }])
  })

  it('leaves a question called campaign its own values', () => {
    const own: FilterField[] = [{ name: 'campaign', kind: 'choice' }]
    expect(resolveConditions(parsePath('campaign=spring'), own, today).conditions).toEqual([
      choice('campaign', { include: ['spring'] }),
    ])
    expect(resolveConditions(parsePath('campaign=3.any.no.no'), own, today).conditions[0]?.kind).toBe('campaign')
  })

  it('names what cannot be read', () => {
    expect(problemsOf('campaign=spring')[0]?.message).toBe(
      '"spring" is not a campaign filter such as 12.delivered.yes.any.',
    )
    expect(problemsOf('campaign=none')[0]?.message).toBe('"none" cannot be asked for here.')
    expect(problemsOf('samplestate=7')[0]?.message).toBe('"7" is not a sample state; they are 0 to 4.')
  })
})

describe('names', () => {
  it('names the unknown and goes on with the rest', () => {
    const { conditions, problems } = resolveConditions(parsePath('shoe=44;gender=f;sel=abc'), fields, today)
    expect(conditions).toEqual([choice('gender', { include: ['f'] })])
    expect(inEnglish(problems)).toEqual([
      { name: 'shoe', message: 'There is no such variable.' },
      { name: 'sel', message: 'The stored filters could not be found.' },
    ])
  })

  it('takes no hidden filter from a path', () => {
    expect(conditionsOf('illegal=_1')).toEqual([])
  })

  it('gives every filter a condition or a problem, whatever is asked', () => {
    const name = fc.constantFrom('gender', 'age', 'date', 'campaign', 'samplestate', 'constructor', 'toString')
    const values = fc.array(fc.oneof(fc.string({ minLength: 1 }).map(plainValue), fc.constant(noneValue())), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(name, values, (of, list) => {
        const { conditions, problems } = resolveConditions([{ name: of, values: list }], fields, today)
        expect(conditions.length > 0).toBe(problems.length === 0)
      }),
    )
  })
})

describe('the place', () => {
  const views = [{ extName: 'organisation', levels: ['country', 'region'] }]

  it('is one condition on the unit, and none at the top', () => {
    expect(unitCondition(parseDrillPath('country=SE;region=-;age=3', views), null)).toEqual({
      kind: 'unit',
      view: 'organisation',
      depth: 2,
      path: ['SE', '-'],
    })
    expect(unitCondition(parseDrillPath('age=3', views), null)).toBeNull()
  })

  it('has units as they are now, with levels as filters, where the path says so', () => {
    const path = parseDrillPath('country=SE;region=north;units.as=now;age=3', views)
    expect(unitCondition(path, '2026-06-01')).toMatchObject({ path: ['SE', 'north'], asOf: '2026-06-01' })
    const fields = [
      { name: 'region', kind: 'choice', isLevel: true },
      { name: 'age', kind: 'choice' },
    ] as const
    const { conditions, problems } = resolveConditions(
      parsePath('region=north;age=3;units.as=now'),
      fields,
      '2026-06-01',
    )
    expect(problems).toEqual([])
    expect(unitsDayOf(conditions)).toBe('2026-06-01')
    expect(conditions).toMatchObject([{ asOf: '2026-06-01' }, {}, { kind: 'units' }])
    expect(conditions[1]).not.toHaveProperty('asOf')
  })

  it.each(['was', 'now*now', '_now', 'now~', 'none'])('refuses to read units as "%s"', (value) => {
    const { problems } = resolveConditions(parsePath(`units.as=${value}`), [], '2026-06-01')
    expect(problems).toMatchObject([{ name: 'units.as' }])
  })

  it('reads units as they were where nothing is said', () => {
    expect(unitsDayOf(resolveConditions(parsePath('date=all_time'), [], '2026-06-01').conditions)).toBeNull()
  })
})
