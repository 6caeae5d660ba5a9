import type { PersonalSpan } from './span.ts'

// All repetitions are bounded and each of their steps takes a digit, so the time grows with the text alone.
const gap = String.raw`[ \u00a0\u2009\u202f()/–-]{0,3}`
const dottedGap = String.raw`[ \u00a0\u2009\u202f()/–.-]{0,3}`
const before = String.raw`(?<![\p{L}\p{N}_#]|\p{N}[-–.,:/+ \u00a0\u202f])`
const after = String.raw`(?![\p{L}\p{N}_]|[.,:]\p{N})`

/** With the code of a country, after `+`. */
const international = pattern(String.raw`(?<![\p{L}\p{N}_])\+(?:${dottedGap}\d){8,15}(?!\d)`)
/** With the code of a country, after `00`. */
const internationalByZeros = pattern(String.raw`${before}00(?:${gap}\d){9,15}(?!\d)`)
/** As it is called within Sweden, Finland and Britain. */
const national = pattern(String.raw`(?<![\p{L}\p{N}_#]|\p{N}[-–.,:/+])\(?0[1-9](?:${gap}\d){6,9}${after}`)
/** Eight digits as they are grouped in Denmark and Norway, and ten as in America. */
const grouped = pattern(
  String.raw`${before}(?:[2-9]\d(?:[ \u00a0]\d\d){3}|[49]\d\d[ \u00a0]\d\d[ \u00a0]\d{3}|(?:\(\d{3}\) ?|\d{3}-)\d{3}-\d{4})(?! ?\p{N})${after}`,
)
/** Any number of six digits or more, right after a word that says what it is. */
const called = pattern(
  [
    String.raw`(?<![\p{L}\p{N}])(?:tel|tlf|tfn|telefon\p{L}{0,10}|mobil\p{L}{0,10}|phone|puh|puhelin\p{L}{0,10}|kännykkä\p{L}{0,5}`,
    String.raw`|numero\p{L}{0,6}|nummer\p{L}{0,3}|number|ring|ringa|ringe|call|sms|whatsapp|nås|soita\p{L}{0,4})[\s.:]{1,3}`,
    String.raw`(?:(?:mig|me|meg|mej|us|oss|minulle|på|on|at|är|er|is|to|til|till|nr|nro|no|number|nummer|numeroon)[\s.:]{1,3}){0,3}`,
    String.raw`(?<number>\(?\d(?:${dottedGap}\d){5,11})${after}`,
  ].join(''),
)

/** Most digits with the code of a country, where numbers have fewer than 12. */
const mostDigits: readonly (readonly [string, number])[] = [
  ['45', 10],
  ['46', 11],
  ['47', 10],
  ['1', 11],
  ['7', 11],
  ['354', 10],
  ['298', 9],
]
const countryCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|3[578]\d|42[013]|37\d|29[89]|2[1-6]\d|50\d|59\d|6[789]\d|8[58]\d|9[679]\d)/

/** Words before a number that is none of a telephone, and signs after one that counts something. */
const otherNumber =
  /(?<!\p{L})(?:order|ordre|bestilling|beställning|best|tilaus|faktura|invoice|lasku|kvitt|receipt|kuit|artikel|art|vare|varu|tuote|boknings?|booking|varau|ärende|sag|sak|case|ticket|ref|kund|kunde|customer|asiakas|medlem|member|jäsen|paket|pakke|parcel|kolli|tracking|spårning|sporing|seuranta|serie|konto|account|bankgiro|plusgiro|org|id|ean|isbn)\p{L}{0,14}[\s.:#-]{0,3}(?:(?:nr|nro|no|number|nummer|id|är|er|is|on|var)[\s.:#]{1,3}){0,2}$/iu
const counted =
  /^[ \u00a0]?(?:kr|kronor|kroner|kruunua|:-|,-|sek|nok|dkk|eur|euro|€|£|\$|usd|%|kg|g|km|m|st|stk|kpl|pcs)(?!\p{L})/iu
/** A date, or hours of the day. */
const moment =
  /^\(?(?:\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?!\d)|\d{1,2}[-–/]\d{1,2} (?:19|20)\d{2}(?!\d)|(?:19|20)\d{2}([-/.]?)(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01])(?!\d)|(?:[01]\d|2[0-4])[.:]?[0-5]\d ?[-–] ?(?:[01]\d|2[0-4])[.:]?[0-5]\d(?!\d))/

/**
 * The telephone numbers of a text: international ones, national ones of the Nordic countries and Britain, and others that the
 * words before them call so. Dates, hours, amounts and numbers of orders are none.
 */
export function findPhones(text: string): PersonalSpan[] {
  const found: PersonalSpan[] = []
  const add = (start: number, number: string): void => {
    found.push({ start, end: start + number.length, kind: 'phone' })
  }
  for (const { 0: match, index } of text.matchAll(international)) {
    const digits = match.replaceAll(/\D/g, '')
    if (countryCode.test(digits) && !isCounted(text, index + match.length)) add(index, shortened(match, digits))
  }
  for (const { 0: match, index } of text.matchAll(internationalByZeros)) {
    const digits = match.replaceAll(/\D/g, '').slice(2)
    const isLong = !/^[17]/.test(digits) || digits.length >= 11
    if (countryCode.test(digits) && isLong && !isOther(text, index, match)) add(index, match)
  }
  for (const { 0: match, index } of text.matchAll(national))
    if (hasNationalForm(match) && !isOther(text, index, match)) add(index, match)
  for (const { 0: match, index } of text.matchAll(grouped)) if (!isOther(text, index, match)) add(index, match)
  for (const { 0: match, index, groups } of text.matchAll(called)) {
    const number = groups?.['number'] ?? ''
    const start = index + match.length - number.length
    if (!isMoment(number) && !isCounted(text, start + number.length)) add(start, number)
  }
  return found
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

/** Without the digits after a number, such as those of an hour: no number of the country has so many. */
function shortened(match: string, digits: string): string {
  const known = mostDigits.find(([code]) => digits.startsWith(code))?.[1] ?? 15
  // The 0 of calls within the country is often written as well.
  const most = match.includes('(0)') ? known + 1 : known
  let seen = 0
  for (let at = 0; at < match.length; at += 1) {
    if (/\d/.test(match.charAt(at))) seen += 1
    if (seen === most) return match.slice(0, at + 1)
  }
  return match
}

/** Eight digits are a number only where the first ones stand apart as those of an area do. */
function hasNationalForm(match: string): boolean {
  const digits = match.replaceAll(/\D/g, '').length
  return digits >= 9 || /^\(?0\d{1,3}[ \u00a0)/–-]/.test(match)
}

function isOther(text: string, start: number, match: string): boolean {
  if (isMoment(match) || isCounted(text, start + match.length)) return true
  return otherNumber.test(text.slice(Math.max(0, start - 48), start))
}

function isMoment(match: string): boolean {
  return moment.test(match)
}

function isCounted(text: string, end: number): boolean {
  return counted.test(text.slice(end, end + 10))
}
