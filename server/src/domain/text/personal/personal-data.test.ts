import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPersonalData, maskPersonalData, movedSpans } from './personal-data.ts'

const signs = { email: '[e-mail]', phone: '[phone]', 'personal-number': '[personal number]' }
const mask = (text: string): string => maskPersonalData(text, signs).text

test.each([
  ['eva.lind+shop@mail.example.org', 'email'],
  ["o'neil@example.co.uk", 'email'],
  ['åsa@exämple.se', 'email'],
  ['+46 70 123 45 67', 'phone'],
  ['+46701234567', 'phone'],
  ['+46 (0)70-123 45 67', 'phone'],
  ['0046701234567', 'phone'],
  ['070-123 45 67', 'phone'],
  ['070 - 123 45 67', 'phone'],
  ['0701234567', 'phone'],
  ['08-12 34 56', 'phone'],
  ['(08) 123 456 78', 'phone'],
  ['0501/123 45', 'phone'],
  ['+47 22 33 44 55', 'phone'],
  ['22 33 44 55', 'phone'],
  ['912 34 567', 'phone'],
  ['+45 12345678', 'phone'],
  ['040 123 4567', 'phone'],
  ['050-1234567', 'phone'],
  ['+358 40 1234567', 'phone'],
  ['07700 900123', 'phone'],
  ['020 7946 0018', 'phone'],
  ['+44 20 7946 0018', 'phone'],
  ['+1 (212) 555-0123', 'phone'],
  ['212-555-0123', 'phone'],
  ['+49 30 901820', 'phone'],
  // Sweden: personnummer, with century, of somebody over a hundred, and samordningsnummer.
  ['811228-9874', 'personal-number'],
  ['8112289874', 'personal-number'],
  ['19811228-9874', 'personal-number'],
  ['198112289874', 'personal-number'],
  ['811228+9874', 'personal-number'],
  ['701063-2391', 'personal-number'],
  // Norway: fødselsnummer and D-nummer.
  ['01010112377', 'personal-number'],
  ['010101 12377', 'personal-number'],
  ['41010110007', 'personal-number'],
  // Denmark, the second without a check digit.
  ['070761-4285', 'personal-number'],
  ['0707614285', 'personal-number'],
  ['010107-1234', 'personal-number'],
  // Finland, of three centuries and with a newer sign.
  ['131052-308T', 'personal-number'],
  ['131052A308T', 'personal-number'],
  ['131052+308T', 'personal-number'],
  ['131052Y308t', 'personal-number'],
  // Britain.
  ['QQ 12 34 56 C'.replace('QQ', 'AB'), 'personal-number'],
  ['AB123456C', 'personal-number'],
])('%s is %s, wherever it stands', (given, kind) => {
  for (const [before, after] of [
    ['', ''],
    ['Write to ', '.'],
    ['Räkningen kom 3 dagar sent (', '), tyvärr!'],
    ['😀 ', ', please'],
    ['a\n', '\nb'],
  ] as const) {
    const text = `${before}${given}${after}`
    const found = findPersonalData(text).map(({ start, end, kind: of }) => [text.slice(start, end), of])
    const plain = (one: string | undefined): string => String(one).replaceAll(/^\(|\)$/g, '')
    expect(found.map(([part, of]) => [plain(part), of])).toEqual([[plain(given), kind]])
  }
})

test.each([
  'Call me: 12345678',
  'tlf. 22334455',
  'Ring mig på 123 456',
  'my number is 5551234',
  'puh. 1234567',
  'tel: 070.123.45.67',
])('%s is hidden because of the word before it', (text) => {
  expect(mask(text)).toMatch(/\[phone\]$/)
})

test.each([
  'It cost 1 299 kr and 12 345 678 kr is a lot, 0.99 is not.',
  'We paid €1,234.56, £2,000 and 12.345,00 DKK, 99:- each',
  '+100 000 000 kr, +20 %',
  'On 2026-01-02, 02.01.2026, 2/1/26, 01/02/2026, 01-02-2026 and 20260102',
  'Open 08:00-17:00, 08.00-17.00, 0800-1700 and kl. 9-16',
  'Order 0701234567, ordernr: 0701234567, order no. 12345678',
  'Ordernummer 12345678, faktura 1234567890123, kundnr 070 123 4567',
  'Tilausnumero 0401234567, invoice #0701234567',
  'Parcel 00370712345678901234 and SE0701234567, RR123456785SE',
  'A 12-pack of 330 ml, 5 of 5, 24/7, size 42-44, 10 x 20 x 30 cm',
  'iPhone 14 128 and Volvo 240, room 1408, gate 22, flight SK1419',
  'IBAN SE4550000000058398257466, version 1.2.3.4',
  'At 10 20 30 40 50 there were 3 people; 1234 5678; 12345678',
  'https://example.org/p/0701234567?id=8112289874',
  '811228-9875 and 41010112304 and 131052-308U and GB123456A',
  'Meet @anna at the desk, a@b, half@ price, 100@once',
  'On 09-12 2024, trip 07-08 2023, ring 01.02.2024, call 08.00-17.00, 1 070 123 456 kr',
  'EAN 7310865004703, postnr 114 55 Stockholm',
])('nothing is hidden of: %s', (text) => {
  expect(mask(text)).toBe(text)
})

test('several are hidden, and what stands between them stays', () => {
  expect(mask('Ring 070-123 45 67 eller 08-123 45 67 2026 (eva@example.org), pnr 811228-9874.')).toBe(
    'Ring [phone] eller [phone] 2026 ([e-mail]), pnr [personal number].',
  )
  expect(mask('0701234567 070-765 43 21 22 33 44 55')).toBe('[phone] [phone] 22 33 44 55')
  expect(mask('At 10 070-123 45 67')).toBe('At 10 [phone]')
  expect(mask('+46 70 123 45 67 12 maj')).toBe('[phone] 12 maj')
})

test('no text of any signs breaks it, and all that is not hidden stays', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
    fc.string({ unit: fc.constantFrom(...'0123456789 +-()/.@aåA#:,–\ud800\u202f'), maxLength: 40 }),
    fc.constantFrom('eva@example.org', '070-123 45 67', '811228-9874', ' tel. ', '\udc00'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const { text: masked, hidden } = maskPersonalData(text, signs)
      let end = 0
      for (const part of hidden) {
        expect(part.start).toBeGreaterThanOrEqual(end)
        expect(part.end).toBeGreaterThan(part.start)
        end = part.end
      }
      expect(end).toBeLessThanOrEqual(text.length)
      // All that is not hidden is still there, in its place.
      const spans = Array.from({ length: text.length }, (_, at) => ({ start: at, end: at + 1 }))
      const kept = spans.filter(({ start }) => !hidden.some((part) => start >= part.start && start < part.end))
      for (const [at, { start }] of movedSpans(kept, hidden).entries())
        expect(masked.charCodeAt(start)).toBe(text.charCodeAt(kept[at]?.start ?? -1))
    }),
    { numRuns: 150 },
  )
})

test('a span over what is hidden has its placeholder, one within it is left out', () => {
  const text = 'Good staff, ask bad@example.org again'
  const { text: masked, hidden } = maskPersonalData(text, signs)
  const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length, part })
  const spans = movedSpans([at('Good'), at('bad'), at('ask bad'), at('org again'), at('again')], hidden)
  expect(spans.map(({ start, end, part }) => [part, masked.slice(start, end)])).toEqual([
    ['Good', 'Good'],
    ['ask bad', 'ask [e-mail]'],
    ['org again', '[e-mail] again'],
    ['again', 'again'],
  ])
})

test('long texts made to be slow are read like any other', () => {
  const size = 100_000
  for (const piece of [
    '0',
    '1 ',
    '+1 ',
    'a.',
    '@',
    'a@a.',
    'tel ',
    '070-',
    '(0',
    '8112',
    'order nr ',
    'é',
    '00 ',
    'A1',
  ])
    expect(() => findPersonalData(piece.repeat(size / piece.length))).not.toThrow()
  expect(mask(`${'a'.repeat(size)}@example.org`)).toMatch(/\[e-mail\]$/)
})
