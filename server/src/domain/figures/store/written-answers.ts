import type { StoredAnswer } from './answer-columns.ts'

/** Answers of a response as PostgreSQL writes them: an object of JSON that begins at a place in a longer text. */
export class WrittenAnswers {
  readonly text: string
  readonly start: number

  constructor(text: string, start: number) {
    this.text = text
    this.start = start
  }
}

/** Receives an answer to a known question. */
type UseAnswer<T> = (of: T, answer: StoredAnswer) => void

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const zero = 0x30

/** Digits that a number without rounding has at most. */
const exactDigits = 15
/** Questions in a row that are looked for at a place before the name there is looked up. */
const skippedAtMost = 4

/**
 * Reads the answers to some questions. `JSON.parse` takes three times as long for what a table of responses holds: nearly each
 * one answers other questions than the one before, and it prepares a class of objects for each such combination.
 */
export class AnswerReader<T> {
  private readonly byVariable = new Map<string, number>()
  /** As PostgreSQL orders the names in an object, so that the next one is nearly always known. */
  private readonly known: readonly { written: string; of: T }[]

  /** `questions` are the variables of questions, each with what `read` calls it. */
  constructor(questions: Iterable<readonly [variable: string, of: T]>) {
    const sorted = [...questions].toSorted(([one], [next]) => byLengthThenBytes(Buffer.from(one), Buffer.from(next)))
    this.known = sorted.map(([variable, of]) => ({ written: `${JSON.stringify(variable)}: `, of }))
    for (const [at, [variable]] of sorted.entries()) this.byVariable.set(variable, at)
  }

  /** Calls `use` with each answer to one of the questions; null is no answer. Throws where the text is no JSON of PostgreSQL. */
  read(answers: Readonly<Record<string, StoredAnswer>> | WrittenAnswers, use: UseAnswer<T>): void {
    if (answers instanceof WrittenAnswers) return this.readWritten(answers, use)
    for (const [variable, answer] of Object.entries(answers)) {
      const known = this.known[this.byVariable.get(variable) ?? -1]
      if (known && answer !== null) use(known.of, answer)
    }
  }

  private readWritten({ text, start }: WrittenAnswers, use: UseAnswer<T>): void {
    const { known } = this
    let at = start + 1
    let next = 0
    while (text.charCodeAt(at) === quote) {
      let place = this.guess(text, at, next)
      if (place >= 0) at += known[place]?.written.length ?? 0
      else {
        const end = endOfText(text, at)
        place = this.byVariable.get(textAt(text, at, end)) ?? -1
        at = end + 2
      }
      if (place >= 0) next = place + 1
      const end = endOfValue(text, at)
      const question = known[place]
      const answer = question ? valueAt(text, at, end) : null
      if (question && answer !== null) use(question.of, answer)
      at = text.charCodeAt(end) === comma ? end + 2 : end
    }
    if (text.charCodeAt(at) !== closeBrace) throw notWritten()
  }

  /** Which of the next questions is named at a place; -1 for none of them. */
  private guess(text: string, at: number, next: number): number {
    const end = Math.min(next + skippedAtMost, this.known.length)
    for (let place = next; place < end; place++) if (text.startsWith(this.known[place]?.written ?? '', at)) return place
    return -1
  }
}

/** Where the value at a place ends: before the comma or the brace that follows it. */
function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfText(text, start)
  if (first === openBracket || first === openBrace) return endOfNested(text, start)
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closeBrace) return at
  }
  throw notWritten()
}

/** Where the list or object at a place ends: after its last bracket. */
function endOfNested(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at) - 1
    else if (code === openBrace || code === openBracket) depth++
    else if ((code === closeBrace || code === closeBracket) && --depth === 0) return at + 1
  }
  throw notWritten()
}

/** Where the text in quotes at a place ends: after its last quote. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((at - before) % 2 === 1) return at + 1
  }
  throw notWritten()
}

function valueAt(text: string, start: number, end: number): StoredAnswer | null {
  if (text.charCodeAt(start) === quote) return textAt(text, start, end)
  return digitsAt(text, start, end) ?? (JSON.parse(text.slice(start, end)) as StoredAnswer | null)
}

function textAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner
}

/** The number of a value that is digits alone, and not too many; else null. */
function digitsAt(text: string, start: number, end: number): number | null {
  if (end === start || end - start > exactDigits) return null
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return null
    value = value * 10 + digit
  }
  return value
}

function byLengthThenBytes(one: Buffer, next: Buffer): number {
  return one.length - next.length || one.compare(next)
}

function notWritten(): Error {
  return new Error('These answers are not written as PostgreSQL writes them')
}
