import { say } from './say.ts'
import type { Words } from './say.ts'

/** An expression or rule that cannot be read: what is wrong, and where in the text (0 is the first character). */
export class ExpressionError extends Error {
  readonly position: number

  /** The message in words that can be said in the reader's language. */
  readonly words: Words

  constructor(words: Words, position: number) {
    super(String(words))
    this.words = words
    this.name = 'ExpressionError'
    this.position = position
  }
}

/**
 * A piece of an expression; `text` is a name's or string's own text, without quotes. `end` is after its last character.
 */
export interface Token {
  kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'end'
  text: string
  start: number
  end: number
}

const pattern =
  /\s+|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}\p{M}_]*(?::[\p{L}_][\p{L}\p{N}\p{M}_]*)?)|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<symbol>!=|<=|>=|[-+*/(),=<>])/suy

/** A name, or the name of what is asked of comments: `sentiment:comment`. */
const plainWord = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?::[\p{L}_][\p{L}\p{N}\p{M}_]*)?$/u

/** Longest expression or rule, in characters: the parts of a longer one could exhaust the stack. */
const MAX_EXPRESSION_LENGTH = 4000

/** Splits a text into tokens; the last one is `end`. Throws ExpressionError at a character that belongs to no token. */
export function tokenize(text: string): Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError(say`More than ${MAX_EXPRESSION_LENGTH} characters are too many.`, MAX_EXPRESSION_LENGTH)
  }
  const tokens: Token[] = []
  let start = 0
  while (start < text.length) {
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (!match) throw new ExpressionError(unexpected(text, start), start)
    const end = start + match[0].length
    const { number, word, quoted, symbol } = match.groups ?? {}
    if (number !== undefined) tokens.push({ kind: 'number', text: number, start, end })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, start, end })
    else if (quoted !== undefined) {
      const body = quoted.slice(1, -1).replaceAll(/\\(.)/gsu, '$1')
      tokens.push({ kind: quoted.startsWith('`') ? 'name' : 'string', text: body, start, end })
    } else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol, start, end })
    start = end
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length })
  return tokens
}

function unexpected(text: string, at: number): Words {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const isQuote = character === '"' || character === "'" || character === '`'
  if (isQuote) return say`The quote ${character} is not closed.`
  const found = say`"${character}"`
  return say`${found} is not expected here.`
}

/** How a token is named in an error. */
export function tokenName(token: Token): Words {
  return token.kind === 'end' ? say`the end` : say`"${token.text}"`
}

/** Writes a text inside quotes of the given kind. */
export function quote(text: string, mark: '"' | '`'): string {
  return (
    mark +
    text.replaceAll(/[\\"`]/g, (character) =>
      character === '\\' || character === mark ? `\\${character}` : character,
    ) +
    mark
  )
}

/** Whether a text can stand unquoted where a name or a bare word stands. */
export function isPlainWord(text: string): boolean {
  return plainWord.test(text) && !reserved.has(text.toLowerCase())
}

const reserved = new Set(['and', 'or', 'not', 'in', 'where'])

/** Walks over tokens, looking one ahead; nesting is limited so that no text exhausts the stack. */
export class TokenReader {
  private readonly tokens: readonly Token[]
  private index = 0
  private depth = 0

  constructor(text: string) {
    this.tokens = tokenize(text)
  }

  /** The token `ahead` places after the next one (0: the next), without consuming it. */
  peek(ahead = 0): Token {
    const last = this.tokens.length - 1
    const token = this.tokens[Math.min(this.index + ahead, last)]
    if (!token) throw new ExpressionError(say`The expression is empty.`, 0)
    return token
  }

  /** Consumes the next token. */
  next(): Token {
    const token = this.peek()
    this.index++
    return token
  }

  /** Consumes the next token if it is one of these symbols; null otherwise. */
  symbol(...symbols: string[]): Token | null {
    const token = this.peek()
    return token.kind === 'symbol' && symbols.includes(token.text) ? this.next() : null
  }

  /** Consumes the next token if it is this keyword, ignoring case; null otherwise. */
  keyword(word: string): Token | null {
    return this.isKeyword(word) ? this.next() : null
  }

  /** Whether the token `ahead` places after the next one is this keyword. */
  isKeyword(word: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'word' && token.text.toLowerCase() === word
  }

  /** Consumes a symbol. Throws ExpressionError if another token comes next. */
  expect(symbol: string, after: Words): Token {
    const token = this.symbol(symbol)
    if (token) return token
    throw new ExpressionError(say`"${symbol}" is expected ${after}, not ${tokenName(this.peek())}.`, this.peek().start)
  }

  /** Consumes the name of a variable: a word that is not reserved, or anything between backticks. */
  variable(): { name: string; position: number } {
    const token = this.peek()
    const isName = (token.kind === 'name' && token.text !== '') || (token.kind === 'word' && isPlainWord(token.text))
    if (!isName)
      throw new ExpressionError(say`The name of a variable is expected, not ${tokenName(token)}.`, token.start)
    this.next()
    return { name: token.text, position: token.start }
  }

  /** Reads a nested part. Throws ExpressionError when parts are nested more than 100 deep. */
  nested<T>(read: () => T): T {
    if (++this.depth > 100) throw new ExpressionError(say`Too many parts are nested in each other.`, this.peek().start)
    const result = read()
    this.depth--
    return result
  }
}
