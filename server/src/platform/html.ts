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

/** An element without white space around it, which a page of many of them would be full of. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | boolean | undefined>>,
  ...content: readonly Part[]
): Markup {
  const given = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined || value === false) return []
    return [value === true ? ` ${key}` : ` ${key}="${htmlEscape(value)}"`]
  })
  const start = `<${name}${given.join('')}>`
  if (name === 'input' || name === 'img' || name === 'meta') return new Markup(start)
  // The first line break in a text field is not part of its text.
  return new Markup(`${start}${name === 'textarea' ? '\n' : ''}${print(content)}</${name}>`)
}
