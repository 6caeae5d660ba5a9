/** Text without a record's end that is kept: beyond it the rest of the file is left to the full parser. */
const longestRest = 256 * 1024
/** Shorter parts of a text are copies; longer ones would keep all of the text they are of. */
const copiedLength = 13

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

/** A record that is not complete yet, and one that has to be read by the full parser. */
const [incomplete, unusual] = [-1, -2]

/**
 * Reads the records of delimited text, some text at a time, many times as fast as the parser that also knows what to do with
 * misplaced quotes. It stops before the first record that has any, or that is very long: `isOver` is then true, and `rest`
 * and all that follows is for that parser. Blank cells are null.
 */
export class PlainRecords {
  /** The text whose records are not read. */
  rest = ''
  /** Lines of the records that were read, counted as that parser does. */
  lines = 0
  isOver = false
  private cells: (string | null)[] = []
  private readonly delimiter: number

  /** `delimiter` is a single character. */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0)
  }

  /** The records that end in the text so far; `isEnd` says that no more follows. */
  add(text: string, isEnd: boolean): (string | null)[][] {
    const all = this.rest + text
    const records: (string | null)[][] = []
    let start = 0
    this.isOver = text.includes('\0')
    while (start < all.length && !this.isOver) {
      const end = this.read(all, start, isEnd)
      if (end === unusual) this.isOver = true
      if (end < 0) break
      records.push(this.cells)
      start = end
    }
    this.rest = all.slice(start)
    if (this.rest.length > longestRest) this.isOver = true
    return records
  }

  /** Reads the record that starts at a place into `cells`; returns where the next one starts. */
  private read(text: string, start: number, isEnd: boolean): number {
    this.cells = []
    let lines = 1
    for (let at = start; ; at++) {
      if (text.charCodeAt(at) === quote) {
        const end = quotedEnd(text, at)
        if (end === incomplete || (end === text.length && !isEnd)) return isEnd ? unusual : incomplete
        const value = text.slice(at + 1, end - 1)
        lines += breaksIn(value)
        this.keep(value.includes('"') ? value.replaceAll('""', '"') : value)
        at = end
      } else {
        const end = this.bareEnd(text, at)
        this.keep(text.slice(at, end))
        at = end
      }
      if (at === text.length && !isEnd) return incomplete
      const code = text.charCodeAt(at)
      if (code === this.delimiter) continue
      if (at < text.length && code !== lineFeed && code !== carriageReturn) return unusual
      // A line feed may follow in the next text.
      if (code === carriageReturn && at + 1 === text.length && !isEnd) return incomplete
      this.lines += lines
      const length = code === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1
      return Math.min(text.length, at + length)
    }
  }

  private bareEnd(text: string, start: number): number {
    const { delimiter } = this
    let at = start
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === delimiter || code === lineFeed || code === carriageReturn) break
    }
    return at
  }

  private keep(value: string): void {
    this.cells.push(value === '' ? null : value.length < copiedLength ? value : ` ${value}`.slice(1))
  }
}

/** Where a quoted cell ends that starts at a place, after its closing quote; quotes in it are doubled. */
function quotedEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at === -1 ? incomplete : at + 1
}

function breaksIn(value: string): number {
  let breaks = 0
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) breaks++
  }
  return breaks
}
