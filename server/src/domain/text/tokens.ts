/** A word, number or emoji of a comment. */
export interface Token {
  /** In lower case and composed form (NFC). */
  word: string
  start: number
  end: number
  isEmoji: boolean
  /** Number of its sentence, and of its clause (a part between commas) in the comment. */
  sentence: number
  clause: number
  /** How many exclamation marks follow it directly. */
  exclaims: number
}

/** Longest text that is read; the rest of a longer one is left out. */
export const longestText = 20_000

/** Longer words are compared by their beginning only, because looking one up takes the square of its length. */
const longestWord = 50

const tag = /<\/?[a-z!][^<>]{0,400}>|&(?:[a-z]{2,8}|#x?[0-9a-f]{1,6});/gi
const address = /(?:https?:\/\/|www\.)[^\s<>]{1,300}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gi
const piece =
  /(?<emoticon>:-?[)(D/|]|;-?\)|:'\(|<3|\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*)|(?<word>[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’´][\p{L}\p{M}]+)*)|(?<stop>[.!?…\n\r]+|;)|(?<pause>[,:()"”“•–—]|\s-+\s?|\s\/\s)/gu

/**
 * Splits a text into words, emoji and clauses. Tags of HTML and addresses are left out; places are those of the text
 * as given. Works in time proportional to the length.
 */
export function tokensOf(text: string): Token[] {
  const read = blank(blank(text.slice(0, longestText), tag), address)
  const tokens: Token[] = []
  let sentence = 0
  let clause = 0
  for (const match of read.matchAll(piece)) {
    const { emoticon, word, stop } = match.groups ?? {}
    const last = tokens.at(-1)
    if (stop !== undefined) {
      // A point between digits or in an abbreviation such as "t.ex." ends no sentence.
      if (stop === '.' && /[\p{L}\p{N}]/u.test(read[match.index + 1] ?? '') && (last?.word.length ?? 0) < 3) continue
      sentence++
      clause++
      if (last && last.end === match.index) last.exclaims = stop.split('!').length - 1
      continue
    }
    const found = word ?? emoticon
    if (found === undefined) {
      clause++
      continue
    }
    tokens.push({
      word: word === undefined ? found : wordForm(found.slice(0, longestWord)),
      start: match.index,
      end: match.index + found.length,
      isEmoji: word === undefined,
      sentence,
      clause,
      exclaims: 0,
    })
  }
  return tokens
}

/** A word as it is compared: composed, in lower case, with plain apostrophes. */
export function wordForm(word: string): string {
  return word.normalize('NFC').toLowerCase().replaceAll(/[’´]/g, "'")
}

function blank(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (found) =>
    found.startsWith('<br') ? '\n'.padEnd(found.length) : ' '.repeat(found.length),
  )
}
