import type { PersonalSpan } from './span.ts'

// Each pattern has a fixed length, so a text is read in a time that grows with its length alone.
const before = String.raw`(?<![\p{L}\p{N}_]|\p{N}[-+.,/])`
const after = String.raw`(?![\p{L}\p{N}_]|[-.,/]\p{N})`

interface NumberKind {
  pattern: RegExp
  isValid: (match: string) => boolean
}

/** The personal numbers of a country: how they are written, and which of the numbers written so are some. */
const countries: readonly NumberKind[] = [
  { pattern: written(String.raw`(?:\d{2})?\d{6}[-+–]? ?\d{4}`), isValid: isSwedish },
  { pattern: written(String.raw`\d{6} ?\d{5}`), isValid: isNorwegian },
  { pattern: written(String.raw`\d{6} ?[-–]? ?\d{4}`), isValid: isDanish },
  { pattern: written(String.raw`\d{6}[-+–A-FU-Y]\d{3}[\dA-FHJ-NPR-Y]`), isValid: isFinnish },
  { pattern: written(String.raw`[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]`), isValid: isBritish },
]

/**
 * The personal numbers of a text: Swedish personnummer and samordningsnummer, Norwegian fødselsnummer and D-nummer, Danish
 * CPR-nummer, Finnish henkilötunnus and British National Insurance numbers, by their dates and check digits.
 */
export function findPersonalNumbers(text: string): PersonalSpan[] {
  return countries.flatMap(({ pattern, isValid }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, index }): PersonalSpan[] =>
      isValid(match) ? [{ start: index, end: index + match.length, kind: 'personal-number' }] : [],
    ),
  )
}

function written(pattern: string): RegExp {
  return new RegExp(`${before}${pattern}${after}`, 'giu')
}

/** Year, month and day in ten digits of which the last is a check digit; 60 is added to the day of who has moved in lately. */
function isSwedish(match: string): boolean {
  const all = digitsOf(match)
  const digits = all.slice(-10)
  if (all.length === 12 && !/^(?:18|19|20)/.test(all)) return false
  const [year, month, day] = pairs(digits)
  return isDay(year, month, day > 60 ? day - 60 : day) && luhn(digits) % 10 === 0
}

/** Day, month and year in eleven digits of which two are check digits; 40 is added to the day of a D-nummer. */
function isNorwegian(match: string): boolean {
  const digits = digitsOf(match)
  const [day, month, year] = pairs(digits)
  const isDated = isDay(year, month, day > 40 ? day - 40 : day)
  return (
    isDated &&
    isZeroBy11(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) &&
    isZeroBy11(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])
  )
}

/**
 * Day, month and year in ten digits. Numbers given since 2007 have no check digit, so ten digits in a row that begin with 0
 * are rather a telephone number where the digit does not fit.
 */
function isDanish(match: string): boolean {
  const digits = digitsOf(match)
  const [day, month, year] = pairs(digits)
  const isPhone = /^0\d{9}$/.test(match) && !isZeroBy11(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1])
  return isDay(year, month, day) && !isPhone
}

/** Day, month and year, a sign of the century, and a check sign of the nine digits. */
function isFinnish(match: string): boolean {
  const digits = digitsOf(match.slice(0, 6) + match.slice(7, 10))
  const [day, month, year] = pairs(digits)
  const sign = '0123456789ABCDEFHJKLMNPRSTUVWXY'.charAt(Number(digits) % 31)
  return isDay(year, month, day) && match.charAt(10).toUpperCase() === sign
}

/** Two letters that are given out, six digits and a letter. */
function isBritish(match: string): boolean {
  const letters = match.slice(0, 2).toUpperCase()
  return /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]$/.test(letters) && !/^(?:BG|GB|KN|NK|NT|TN|ZZ)$/.test(letters)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function pairs(digits: string): [number, number, number] {
  return [Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4, 6))]
}

/** Whether there is such a day in a year of some century: 29 February in one of every four years. */
function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(2000 + year, month, 0)).getUTCDate()
}

function luhn(digits: string): number {
  return [...digits].reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

function isZeroBy11(digits: string, weights: readonly number[]): boolean {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0) % 11 === 0
}
