import { say } from './say.ts'
import type { Words } from './say.ts'

/**
 * Characters a drill path prints as they are. Every other character is written as `!` and two hex digits for each byte
 * of its UTF-8 form, so a printed path needs no URL escaping and passes routers, proxies and mail programs undecoded.
 */
const plain = /^[A-Za-z0-9\-.,:@_]*$/

/** A drill path that cannot be read: what is wrong, and where in the text (0 is the first character). */
export class PathError extends Error {
  readonly words: Words
  readonly position: number

  constructor(words: Words, position: number) {
    super(String(words))
    this.name = 'PathError'
    this.words = words
    this.position = position
  }
}

/** Writes one character as `!` and two hex digits per UTF-8 byte. */
function escapeCharacter(character: string): string {
  const percent = encodeURIComponent(character)
  if (percent !== character) return percent.replaceAll('%', '!')
  return `!${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/**
 * Writes a text with everything but letters, digits and `- . , : @ _` escaped; NUL and half surrogates become U+FFFD.
 */
export function escapePathText(text: string): string {
  // A fast way out: a table prints thousands of texts, and most need no escape.
  if (plain.test(text)) return text
  let printed = ''
  for (const character of readable(text)) printed += plain.test(character) ? character : escapeCharacter(character)
  return printed
}

/** NUL and unpaired surrogates: no answer contains them, and they cannot be read back. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** Writes the first character of a text escaped whatever it is, and the rest by the usual rule. */
export function escapeFirst(text: string): string {
  const [first = '', ...rest] = readable(text)
  return escapeCharacter(first) + escapePathText(rest.join(''))
}

/**
 * Reads back what `escapePathText` wrote; characters that were left unescaped by hand stand for themselves.
 * `offset` is where the text begins in the whole path, for the position in a PathError.
 */
export function unescapePathText(text: string, offset: number): string {
  return text.replaceAll(/(?:![0-9A-Fa-f]{2})+|!/g, (run, at: number) => {
    if (run === '!') throw new PathError(say`"!" must be followed by two hex digits.`, offset + at)
    const character = characterOf(run)
    if (character === null) throw new PathError(say`"${run}" does not stand for a character.`, offset + at)
    return character
  })
}

/** Decodes a run of escapes; null for invalid UTF-8, and for NUL, which no answer contains. */
function characterOf(run: string): string | null {
  try {
    const text = decodeURIComponent(run.replaceAll('!', '%'))
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
