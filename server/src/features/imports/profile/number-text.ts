/** Which mark separates the decimals of a column's numbers. */
export type DecimalMark = '.' | ','

/** A text as a number, under either decimal mark; null if it is none. */
export interface NumberReading {
  dot: number | null
  comma: number | null
  /** `007`: a code rather than a number. */
  leadingZero: boolean
}

const noNumber: NumberReading = { dot: null, comma: null, leadingZero: false }
const plain = /^[+-]?\d{1,15}$/
const dotted = /^[+-]?(?:\d{1,3}(?:[ ,']\d{3})+|\d{1,15})(?:\.\d+)?$/
const dottedShort = /^[+-]?\.\d+$/
const commaed = /^[+-]?(?:\d{1,3}(?:[ .']\d{3})+|\d{1,15})(?:,\d+)?$/
const exponent = /^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,3}$/i
const unit =
  /^(?:[€$£¥]|kr\.?|sek|nok|dkk|eur|usd|gbp)\s*(?=[\d+-])|\s*(?:[€$£¥%]|kr\.?|:-|sek|nok|dkk|eur|usd|gbp)$/giu

/**
 * Reads a trimmed text as a number: thousands separated by space, apostrophe, comma or full stop, a minus sign in
 * either form, and one currency or per cent sign around it (`85 %` is 85). Text with more than 15 digits is none.
 */
export function readNumber(text: string): NumberReading {
  if (plain.test(text)) {
    const value = Number(text)
    return { dot: value, comma: value, leadingZero: /^[+-]?0\d/.test(text) }
  }
  if (text.length > 30 || !/\d/.test(text)) return noNumber
  const bare = text
    .replace(/[−–](?=\d)/, '-')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replaceAll('’', "'")
    .replace(unit, '')
    .trim()
  const dot =
    dotted.test(bare) || dottedShort.test(bare) || exponent.test(bare) ? Number(bare.replace(/[ ,']/g, '')) : null
  const comma = commaed.test(bare) ? Number(bare.replace(/[ .']/g, '').replace(',', '.')) : null
  return { dot, comma, leadingZero: /^[+-]?0\d/.test(bare) }
}

/** Reads a trimmed text as a number with a known decimal mark; null where it is none. */
export function numberWith(mark: DecimalMark, text: string): number | null {
  const reading = readNumber(text)
  return mark === '.' ? reading.dot : reading.comma
}
