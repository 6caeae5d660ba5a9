import { entry } from './written-schema.ts'
import type { Step } from './written-schema.ts'

/** What names of a script stand for: the way into the input of `main` that each was taken from. */
export interface BoundNames {
  names: ReadonlyMap<string, readonly Step[]>
  /** Where the text ends inside a pattern such as `{ interview: { ans`: the way that its fields are of, and what is begun. */
  open: { steps: readonly Step[]; begun: string } | null
}

const word = /[\w$]*/y
/** `function main(`, `main = (` and the like. */
const mainStart = /\bmain\s*(?:=\s*(?:async\s*)?(?:function\b\s*[\w$]*\s*)?)?\(\s*/
/** A declaration up to its pattern or name. */
const declaration = /\b(?:const|let|var)\s+(?=[\w${[])/g
/** What a declaration takes: a name with fields. */
const taken = /^\s*=\s*([\w$]+)((?:\??\.[\w$]+|\??\.?\[[^\]]*\])*)/

/** The way that is written as `.answers?.[0].value`. */
export function stepsOf(chain: string): Step[] {
  return [...chain.matchAll(/\.?([\w$]+)|\[[^\]]*\]/g)].map(([, key]): Step => ({ key: key ?? entry }))
}

/**
 * Reads what `main` calls its input, and what declarations take from it, in the part of a script up to the cursor; `after` is
 * the rest of it, where a pattern that is being written may say what it takes from.
 */
export function boundNames(before: string, after = ''): BoundNames {
  const names = new Map<string, readonly Step[]>([['input', []]])
  let open: BoundNames['open'] = null
  const main = mainStart.exec(before)
  const begins = main ? main.index + main[0].length : before.length
  if (main) {
    const read = new Pattern(before, begins)
    read.target([])
    for (const [name, steps] of read.bound) names.set(name, steps)
    open = read.open
  }
  for (const found of before.slice(begins).matchAll(declaration)) {
    const read = new Pattern(before, begins + found.index + found[0].length)
    read.target([])
    const rest = read.open ? after.replace(/^[^=\n]*/, '') : before.slice(read.at)
    const [, from = '', chain = ''] = taken.exec(rest) ?? []
    const source = names.get(from)
    if (source === undefined) continue
    const start = [...source, ...stepsOf(chain)]
    for (const [name, steps] of read.bound) names.set(name, [...start, ...steps])
    if (read.open) open = { ...read.open, steps: [...start, ...read.open.steps] }
  }
  return { names, open }
}

/** A name, or a pattern in braces or brackets, read from a position of a text that may end in it. */
class Pattern {
  readonly bound: [string, readonly Step[]][] = []
  open: BoundNames['open'] = null
  at: number
  private readonly text: string

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  /** Reads what takes the value at the end of a way. */
  target(steps: readonly Step[]): void {
    this.space()
    if (this.text[this.at] === '{') return this.fields(steps)
    if (this.text[this.at] === '[') return this.entries(steps)
    const name = this.word()
    if (name !== '') this.bound.push([name, steps])
  }

  private fields(steps: readonly Step[]): void {
    this.at += 1
    for (;;) {
      this.space()
      const key = this.word()
      if (this.isAtEnd()) {
        this.open = { steps, begun: key }
        return
      }
      this.space()
      if (this.text[this.at] === ':') {
        this.at += 1
        this.target([...steps, { key }])
      } else if (key !== '') this.bound.push([key, [...steps, { key }]])
      if (this.open !== null || !this.goesOn('}')) return
    }
  }

  private entries(steps: readonly Step[]): void {
    this.at += 1
    for (;;) {
      this.target([...steps, { key: entry }])
      if (this.open !== null || this.isAtEnd() || !this.goesOn(']')) return
    }
  }

  /** Skips a default value. Returns whether another part follows before the pattern's end. */
  private goesOn(end: string): boolean {
    let depth = 0
    for (; !this.isAtEnd(); this.at += 1) {
      const sign = this.text[this.at] ?? ''
      if (depth === 0 && (sign === ',' || sign === end)) break
      if ('{[('.includes(sign)) depth += 1
      if ('}])'.includes(sign)) depth -= 1
      if (depth < 0) return false
    }
    const isMore = this.text[this.at] === ','
    this.at += 1
    return isMore
  }

  private word(): string {
    word.lastIndex = this.at
    const [found = ''] = word.exec(this.text) ?? []
    this.at += found.length
    return found
  }

  /** Skips spaces, and the dots before a rest. */
  private space(): void {
    while (/[\s.]/.test(this.text[this.at] ?? '')) this.at += 1
  }

  private isAtEnd(): boolean {
    return this.at >= this.text.length
  }
}
