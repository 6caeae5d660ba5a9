import { htmlEscape } from 'escape-goat'

/** Markup that goes into a page unescaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | null | false | readonly Part[]

/** Builds markup. Values are escaped unless they are markup themselves; null and false become nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + print(parts[index - 1] ?? null) + piece))
}

function print(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return htmlEscape(String(part))
  return part.map(print).join('')
}
