import { entry } from './written-schema.ts'
import type { Step } from './written-schema.ts'

/** Where somebody types in a YAML text. */
export interface YamlPlace {
  /** The way to the map, list or value that is being written. */
  steps: Step[]
  /** What the map at that place has under `type` above the cursor. */
  type: string | undefined
  /** What is begun: characters of it before the cursor. */
  begun: string
  /** A key of a map; else a value. An entry of a list may be either. */
  what: 'key' | 'value' | 'either'
}

interface Line {
  /** Columns of the dashes that begin it. */
  dashes: number[]
  /** Column of what follows them. */
  column: number
  key: string | null
  value: string
}

function readLine(text: string): Line | null {
  const [, lead = '', rest = ''] = /^((?:\s|-(?=\s))*)(.*)$/.exec(text) ?? []
  if ((rest === '' && !lead.includes('-')) || rest.startsWith('#')) return null
  const dashes = [...lead].flatMap((character, at) => (character === '-' ? [at] : []))
  const pair = /^["']?([\w.-]+)["']?\s*:(?:\s+(.*))?$/.exec(rest)
  return { dashes, column: lead.length, key: pair?.[1] ?? null, value: pair?.[2] ?? '' }
}

const bare = (value: string): string => value.replace(/\s+#.*$/, '').replaceAll(/^["']|["']$/g, '')

/** Goes from a place upward to the beginning of the text. */
class Climb {
  steps: Step[] = []
  #column: number
  /** The step whose map's `type` is not known yet; null while that of the place itself is not. */
  #open: Step | null = null
  #isEntry = false
  type: string | undefined

  constructor(column: number) {
    this.#column = column
  }

  /** Leaves the lists that a line begins. */
  leave(dashes: readonly number[]): void {
    for (const dash of dashes.toReversed()) {
      if (dash >= this.#column) continue
      const step: Step = { key: entry }
      this.steps.unshift(step)
      this.#open = step
      this.#column = dash
      this.#isEntry = true
    }
  }

  see(line: Line): void {
    const isOver = line.column < this.#column || (this.#isEntry && line.column === this.#column)
    if (line.key !== null && isOver && line.dashes.every((dash) => dash < line.column)) {
      const step: Step = { key: line.key }
      this.steps.unshift(step)
      this.#open = step
      this.#column = line.column
      this.#isEntry = false
      this.leave(line.dashes)
    } else if (line.column === this.#column && !this.#isEntry) {
      if (line.key === 'type') this.#tell(bare(line.value))
      this.leave(line.dashes)
    }
  }

  #tell(type: string): void {
    if (this.#open === null) this.type ??= type
    else this.#open.type ??= type
  }
}

/** The place at the end of `before` (all of the text up to the cursor); null inside a comment. */
export function yamlPlace(before: string): YamlPlace | null {
  const lines = before.split('\n')
  const last = lines.at(-1) ?? ''
  if (/(^|\s)#/.test(last)) return null
  const [, lead = '', rest = ''] = /^((?:\s|-(?=\s))*)(.*)$/.exec(last) ?? []
  const dashes = [...lead].flatMap((character, at) => (character === '-' ? [at] : []))
  const climb = new Climb(lead.length)
  climb.leave(dashes)
  for (const text of lines.slice(0, -1).toReversed()) {
    const line = readLine(text)
    if (line !== null) climb.see(line)
  }
  const { steps, type } = climb
  const pair = /^["']?([\w.-]+)["']?\s*:\s+["']?([\w.-]*)$/.exec(rest)
  if (pair !== null) {
    const value: Step = { key: pair[1] ?? '', type }
    return { steps: [...steps, value], type: undefined, begun: pair[2] ?? '', what: 'value' }
  }
  if (!/^[\w.-]*$/.test(rest)) return null
  return { steps, type, begun: rest, what: dashes.length > 0 ? 'either' : 'key' }
}
