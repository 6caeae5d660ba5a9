import { htmlEscape } from 'escape-goat'

/** Markup that may stand in a page as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | null | false | readonly Part[]

/** Builds markup; whatever is put in is escaped unless it is markup itself. Null and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + print(parts[index - 1] ?? null) + piece))
}

function print(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return htmlEscape(String(part))
  return part.map(print).join('')
}
