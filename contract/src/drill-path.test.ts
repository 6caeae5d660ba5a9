import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_CONDITIONS,
  MAX_PATH_LENGTH,
  MAX_VALUES,
  MAX_VALUE_LENGTH,
  PathError,
  decodeValue,
  encodeValue,
  fromCampaignLink,
  noneValue,
  parseDrillPath,
  parsePath,
  plainToken,
  plainValue,
  printDrillPath,
  printPath,
  selectionOf,
  splitPath,
} from './drill-path.ts'
import type { PathToken, PathValue } from './drill-path.ts'

/** Texts that stress the grammar: its own signs and words, letters of many scripts, control characters. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc
      .array(fc.constantFrom(...';=*~_!%/?# å&+\\"<>{}^`|\'\n', 'none', 'root', 'view', '..', '.', '!41', '%41'), {
        minLength: 1,
      })
      .map((parts) => parts.join('')),
  )
  // No answer can contain NUL: a path with it is rejected.
  .filter((one) => !one.includes('\0'))
const value: fc.Arbitrary<PathValue> = fc.oneof(
  fc.record({ text, exclude: fc.boolean(), contains: fc.boolean() }),
  fc.boolean().map(noneValue),
)
const path: fc.Arbitrary<PathToken[]> = fc.array(
  fc.record({ name: text, values: fc.array(value, { minLength: 1, maxLength: 4 }) }),
  { maxLength: 6 },
)

const views = [
  { extName: 'organisation', levels: ['country', 'region', 'store'] },
  { extName: 'products', levels: ['area', 'product'] },
]

/** The position at which a malformed path is rejected. */
function positionOf(malformed: string): number {
  try {
    parsePath(malformed)
  } catch (error) {
    if (error instanceof PathError) return error.position
    throw error
  }
  throw new Error(`"${malformed}" was read`)
}

describe('the grammar of paths', () => {
  it('reads back whatever it prints', () => {
    fc.assert(
      fc.property(path, (tokens) => {
        expect(parsePath(printPath(tokens))).toEqual(tokens)
      }),
      { numRuns: 1000 },
    )
  })

  it('prints nothing that a URL would escape or take for its own', () => {
    fc.assert(
      fc.property(path, (tokens) => {
        const printed = printPath(tokens)
        expect(encodeURI(printed)).toBe(printed)
        expect(new URL(`http://host/ranking/visits/${printed}`).pathname).toBe(`/ranking/visits/${printed}`)
        expect(new URLSearchParams(`path=${printed}`).get('path')).toBe(printed)
        expect(printed).toMatch(/^[A-Za-z0-9\-.,:@_!;=*~]+$/)
      }),
      { numRuns: 1000 },
    )
  })

  it('names filters with values joined by a star and items separated by a semicolon (FILTER-13)', () => {
    const tokens = [{ name: 'gender', values: [plainValue('male'), plainValue('female')] }, plainToken('city', 'Oslo')]
    expect(printPath(tokens)).toBe('gender=male*female;city=Oslo')
    expect(parsePath('gender=male*female;city=Oslo')).toEqual(tokens)
  })

  it('ends a value that matches a part with ~ (FILTER-11a)', () => {
    expect(encodeValue({ text: 'Ann', exclude: false, contains: true })).toBe('Ann~')
    expect(decodeValue('Ann~')).toEqual({ text: 'Ann', exclude: false, contains: true })
  })

  it('begins an excluded value with _ (FILTER-11b)', () => {
    expect(encodeValue({ text: 'Oslo', exclude: true, contains: false })).toBe('_Oslo')
    expect(decodeValue('_Oslo')).toEqual({ text: 'Oslo', exclude: true, contains: false })
    expect(decodeValue('_Ann~')).toEqual({ text: 'Ann', exclude: true, contains: true })
  })

  it('keeps signs and words of the grammar apart from answers that look like them', () => {
    const looks = ['_Oslo', 'Ann~', 'none', 'a;b', 'a=b', 'a*b', '50%', 'Malmö', 'snake_case', '!', 'A/B testing?']
    expect(looks.map((answer) => encodeValue(plainValue(answer)))).toEqual([
      '!5FOslo',
      'Ann!7E',
      '!6Eone',
      'a!3Bb',
      'a!3Db',
      'a!2Ab',
      '50!25',
      'Malm!C3!B6',
      'snake_case',
      '!21',
      'A!2FB!20testing!3F',
    ])
    expect(decodeValue('none')).toEqual({ text: 'none', exclude: false, contains: false, none: true })
    expect(decodeValue('_none')).toEqual({ text: 'none', exclude: true, contains: false, none: true })
    expect(decodeValue('!6Eone')).toEqual(plainValue('none'))
  })

  it('prints the values of dates and ranges as they are', () => {
    const values = ['custom_01032026_01042026', 'rel_-30d_0d', 'last_3m', 'this_q', 'all_time', 'range_18_35']
    for (const written of [...values, '12.delivered.yes.any']) {
      expect(encodeValue(plainValue(written))).toBe(written)
    }
  })

  it('writes the empty path as root', () => {
    expect(printPath([])).toBe('root')
    expect(parsePath('root')).toEqual([])
    expect(parsePath('')).toEqual([])
    expect(parsePath('root;date=today_ymd')).toEqual([plainToken('date', 'today_ymd')])
  })

  it('leaves out what asks for nothing', () => {
    expect(
      printPath([
        { name: 'city', values: [] },
        { name: 'name', values: [{ text: '', exclude: false, contains: true }] },
      ]),
    ).toBe('root')
  })

  it('reads signs left unescaped by hand', () => {
    expect(parsePath('city=Malmö Väst;name=a_b')).toEqual([plainToken('city', 'Malmö Väst'), plainToken('name', 'a_b')])
    expect(parsePath('city=malm!c3!b6;;')).toEqual([plainToken('city', 'malmö')])
  })

  it('says where a path is wrong', () => {
    expect(positionOf('country=SE;nonsense')).toBe(11)
    expect(positionOf('=SE')).toBe(0)
    expect(positionOf('country=')).toBe(8)
    expect(positionOf('country=SE*')).toBe(11)
    expect(positionOf('country=_')).toBe(8)
    expect(positionOf('a=b=c')).toBe(3)
    expect(positionOf('city=a~b')).toBe(6)
    expect(positionOf('city=50!2')).toBe(7)
    expect(positionOf('city=_x!FF')).toBe(7)
    expect(() => parsePath('a=1;nonsense')).toThrow('"nonsense" is not of the form name=value.')
  })

  it('never fails in another way than by naming a position inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: fc.constantFrom(...'ab=;*_~!4C%') })), (anything) => {
        try {
          parsePath(anything)
        } catch (error) {
          expect(error).toBeInstanceOf(PathError)
          expect((error as PathError).position).toBeLessThanOrEqual(anything.length)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('view, place and filters', () => {
  it('takes levels for the place wherever they stand, and the rest for filters', () => {
    for (const written of [
      'country=SE;region=north;date=today_ymd;age=7',
      'date=today_ymd;country=SE;age=7;region=north',
      'region=north;date=today_ymd;age=7;country=SE',
    ])
      expect(parseDrillPath(written, views), written).toEqual({
        view: 'organisation',
        place: [plainToken('country', 'SE'), plainToken('region', 'north')],
        filters: [plainToken('date', 'today_ymd'), plainToken('age', '7')],
      })
  })

  it('takes a level that is skipped, excluded, searched, not answered or has two values for a filter', () => {
    for (const written of ['region=north', 'country=_SE', 'country=S~', 'country=none', 'country=SE*NO']) {
      expect(parseDrillPath(written, views).place).toEqual([])
      expect(parseDrillPath(written, views).filters).toHaveLength(1)
    }
  })

  it('reads a view that is named first', () => {
    expect(parseDrillPath('view=products;area=food', views)).toEqual({
      view: 'products',
      place: [plainToken('area', 'food')],
      filters: [],
    })
    expect(parseDrillPath('view=organisation', views).view).toBe('organisation')
    expect(() => parseDrillPath('view=other', views)).toThrow('There is no view named "other".')
  })

  it('has no place without a hierarchy', () => {
    expect(splitPath(parsePath('city=Oslo'), [])).toEqual({
      view: '',
      place: [],
      filters: [plainToken('city', 'Oslo')],
    })
  })

  it('reads back whatever it puts together, in every view', () => {
    const name = fc.constantFrom('country', 'region', 'area', 'view', 'city', 'date')
    const tokens = fc.array(fc.record({ name, values: fc.array(value, { minLength: 1, maxLength: 2 }) }), {
      maxLength: 4,
    })
    const view = fc.constantFrom(...views)
    fc.assert(
      fc.property(view, tokens, ({ extName, levels }, body) => {
        // Made by splitting a path, so that every split is one that a path can express.
        const split = splitPath([plainToken('view', extName), ...body], views)
        expect(split.place.length).toBeLessThanOrEqual(levels.length)
        expect(parseDrillPath(printDrillPath(split, views), views)).toEqual(split)
      }),
    )
  })

  it('names the first view only where a filter called view would be taken for it', () => {
    const filters = [plainToken('view', 'sea')]
    expect(printDrillPath({ view: 'organisation', place: [], filters }, views)).toBe('view=organisation;view=sea')
    expect(printDrillPath({ view: 'organisation', place: [plainToken('country', 'SE')], filters }, views)).toBe(
      'country=SE;view=sea',
    )
  })
})

describe('limits of a path', () => {
  const many = (count: number, part: (at: number) => string) => Array.from({ length: count }, (_, at) => part(at))

  it('takes as many conditions as there may be, and no more', () => {
    const conditions = (count: number) => many(count, (at) => `a${at}=1`).join(';')
    expect(parsePath(conditions(MAX_CONDITIONS))).toHaveLength(MAX_CONDITIONS)
    expect(() => parsePath(conditions(MAX_CONDITIONS + 1))).toThrow('There are more than 50 conditions.')
  })

  it('takes as many values of a condition as there may be, and no more', () => {
    const values = (count: number) => `a=${many(count, String).join('*')}`
    expect(parsePath(values(MAX_VALUES))[0]?.values).toHaveLength(MAX_VALUES)
    expect(() => parsePath(values(MAX_VALUES + 1))).toThrow('"a" has more than 5000 values.')
  })

  it('takes names and values as long as they may be, and no longer', () => {
    const long = 'x'.repeat(MAX_VALUE_LENGTH)
    expect(parsePath(`${long}=${long}`)).toEqual([plainToken(long, long)])
    expect(() => parsePath(`a=${long}x`)).toThrow('A value of "a" has more than 2000 characters.')
    expect(() => parsePath(`${long}x=a`)).toThrow('A name has more than 2000 characters.')
  })
})

describe('paths from elsewhere', () => {
  it('replaces every ? of a campaign link by ; (NAV-39)', () => {
    expect(fromCampaignLink('country=SE?date=today_ymd?city=Oslo')).toBe('country=SE;date=today_ymd;city=Oslo')
    expect(fromCampaignLink('root')).toBe('root')
  })

  it('finds the stored path a path stands for', () => {
    expect(selectionOf(parsePath('sel=a1b2'))).toBe('a1b2')
    expect(selectionOf(parsePath('country=SE'))).toBeNull()
    expect(MAX_PATH_LENGTH).toBe(1500)
  })
})
