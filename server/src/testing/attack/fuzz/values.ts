import fc from 'fast-check'

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

/** Texts that often cause errors in programs. */
export const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202e',
  '\uffff',
  'İ',
  'ﬃ',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '..\\..\\secret.txt',
  '/etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  "' OR 1=1 --",
  '"; DROP TABLE response; --',
  '$1',
  '${1+1}',
  '{{1+1}}',
  '%',
  '%%%',
  '%00',
  '_',
  '\\',
  '*',
  '~',
  '!',
  '<script>alert(1)</script>',
  '-1',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  '٣',
  '9'.repeat(400),
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '2026-02-30',
  '9999-99-99',
  'x'.repeat(300),
  'x'.repeat(5000),
  'ä'.repeat(100_000),
]

/** A text, often one that causes errors in programs. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
)

/** A value of a JSON body, rarely of the required type. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      1e308,
      5e-324,
      [],
      {},
      [null],
      [[]],
      { length: 1e9 },
      { toString: 'x', valueOf: 1 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      deep(50),
      deep(1000),
      Array.from({ length: 20_000 }, (_, index) => index),
      Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index])),
    ),
  },
)

/** Texts as written in an address, not all of them correctly escaped. */
export const addressText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: text.map(escaped) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%ff',
      '%c0%ae%c0%ae%c0%af',
      '%ed%a0%80',
      '%f8%88%80%80%80',
      '%2e%2e%2f%2e%2e%2f',
      '..%5c..%5c',
      '..;/',
      '%252e%252e%252f',
      '%0d%0aset-cookie:%20a=b',
      '%3Cscript%3E',
      'a'.repeat(1999),
      'a'.repeat(2001),
      'a'.repeat(9000),
      '%E2%82%AC'.repeat(600),
      '.',
      '..',
      '//',
      '~',
      '+',
      '@',
      ':',
      '#x',
    ),
  },
)

function escaped(raw: string): string {
  return encodeURIComponent(raw.toWellFormed()).slice(0, 6000)
}

const names = [
  'country',
  'store',
  'channel',
  'rating',
  'comment',
  'date',
  'age',
  'campaign',
  'samplestate',
  'units.as',
  'view',
  'sel',
  'illegal',
  'today_ymd',
  '__proto__',
  'constructor',
  'gone',
  '',
]

const pathValues = [
  'Sweden',
  'Norway',
  'Stockholm',
  'web',
  'none',
  '_none',
  '_',
  '~',
  '_~',
  'S~',
  '_S~',
  '5',
  '1e5',
  '-0',
  'custom_01012026_31122026',
  'custom_31122026_01012026',
  'custom_99999999_00000000',
  'custom_29022026_30022026',
  'custom_01010000_31129999',
  'custom_',
  'rel_-30d_0d',
  'rel_-99999999999999d_0d',
  'rel_-9999y_9999y',
  'rel_-1m_',
  'rel_exact_back_1d',
  'rel_before_forward_99999999m',
  'today_ymd',
  'today_md',
  'range_1_5',
  'range_5_1',
  'range__',
  'range_-1e308_1e308',
  'range_NaN_Infinity',
  '1.delivered.yes.any',
  '99999999999.sent.any.any',
  '1....',
  '0',
  '4',
  '99',
  '!20',
  '!00',
  '!zz',
  '!2',
  '!',
  '!e4',
  '!ff',
  'path1',
  'stores',
  'x'.repeat(400),
]

/** A drill path: sentences of the grammar, some with a few characters changed, removed or doubled. */
export const drillPath: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.array(fc.constantFrom(...pathValues), { minLength: 0, maxLength: 4 }),
        fc.constantFrom('=', '=', '=', '=', '==', '', '=*', '=_'),
      ),
      { maxLength: 6 },
    ),
    fc.array(fc.tuple(fc.nat(400), fc.constantFrom('', ';', '=', '*', '~', '_', '!', '?', '/', '%00', ' ')), {
      maxLength: 3,
    }),
    fc.constantFrom(1, 1, 1, 1, 30, 300),
  )
  .map(([tokens, changes, times]) => {
    let path = tokens.map(([name, values, sign]) => `${name}${sign}${values.join('*')}`).join(';')
    for (const [at, sign] of changes) {
      const place = path.length === 0 ? 0 : at % path.length
      path = path.slice(0, place) + sign + path.slice(place + 1)
    }
    return (
      Array.from({ length: times }, () => path)
        .join(';')
        .slice(0, 7000) || 'root'
    )
  })
