import { say } from '@gensvar/contract/say'
import { contrast, hexColour } from '#server/platform/colour.ts'
import type { Colour } from '#server/platform/colour.ts'
import { named } from './check-markup.ts'
import type { MarkupElement, MarkupNode } from '@gensvar/contract/template-markup'
import { warningIn } from './message-problem.ts'
import type { MessageProblem } from './message-problem.ts'

/** Least contrast of a text with its ground (WCAG 2.2, AA). */
const least = 4.5
const names: Readonly<Record<string, string>> = {
  ...{ black: '#000000', white: '#ffffff', red: '#ff0000', green: '#008000', blue: '#0000ff', gray: '#808080' },
  ...{ grey: '#808080', silver: '#c0c0c0', navy: '#000080', yellow: '#ffff00', orange: '#ffa500', purple: '#800080' },
}
/** Colours of MJML where a mail sets none. */
const usual: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mj-button': { color: '#ffffff', 'background-color': '#414141' },
  'mj-text': { color: '#000000' },
  'mj-table': { color: '#000000' },
  'mj-navbar-link': { color: '#000000' },
  'mj-social-element': { color: '#000000' },
}

/** Texts whose colour is hard to read on their ground. Colours that cannot be read are skipped. */
export function contrastProblems(nodes: readonly MarkupNode[]): MessageProblem[] {
  const problems: MessageProblem[] = []
  const defaults = defaultsOf(nodes)
  const setting = (element: MarkupElement, key: string): string | null => {
    const classes = (element.attributes.get('mj-class') ?? '').split(/\s+/)
    const ofClass = classes.map((name) => defaults.get(`.${name}`)?.get(key)).find((value) => value !== undefined)
    return (
      styleOf(element, key) ??
      element.attributes.get(key) ??
      ofClass ??
      defaults.get(element.name)?.get(key) ??
      defaults.get('mj-all')?.get(key) ??
      usual[element.name]?.[key] ??
      null
    )
  }
  const walk = (element: MarkupElement, above: { colour: Colour | null; ground: Colour | null }): void => {
    const ground = read(setting(element, 'background-color'), above.ground)
    // An image may lie behind the text.
    const hasImage = element.attributes.has('background-url')
    const here = { colour: read(setting(element, 'color'), above.colour), ground: hasImage ? null : ground }
    const isChanged = here.colour !== above.colour || here.ground !== above.ground
    const hasText = element.children.some((child) => child.kind === 'text' && child.text.trim() !== '')
    if (hasText && isChanged && here.colour && here.ground) {
      const ratio = contrast(here.colour, here.ground)
      if (ratio < least)
        problems.push(
          warningIn(
            'mjml',
            element.line,
            say`This text is hard to read: its contrast is ${ratio.toFixed(1)}, at least 4.5 is needed.`,
          ),
        )
    }
    for (const child of element.children) if (child.kind === 'element') walk(child, here)
  }
  for (const body of named(nodes, 'mj-body')) walk(body, { colour: [0, 0, 0], ground: [255, 255, 255] })
  return problems
}

/** Attributes that `mj-attributes` gives to elements by name, and to classes (`.name`). */
function defaultsOf(nodes: readonly MarkupNode[]): Map<string, ReadonlyMap<string, string>> {
  const defaults = new Map<string, ReadonlyMap<string, string>>()
  for (const { children } of named(nodes, 'mj-attributes'))
    for (const child of children)
      if (child.kind === 'element')
        defaults.set(
          child.name === 'mj-class' ? `.${child.attributes.get('name') ?? ''}` : child.name,
          child.attributes,
        )
  return defaults
}

function styleOf({ attributes }: MarkupElement, key: string): string | null {
  const rules = (attributes.get('style') ?? '').split(';').map((rule) => rule.split(':').map((part) => part.trim()))
  return rules.findLast(([name]) => name?.toLowerCase() === key)?.[1] ?? null
}

/** A colour, or what is above where none is set; null where it cannot be read. */
function read(text: string | null, above: Colour | null): Colour | null {
  if (text === null || text === 'transparent' || text === 'inherit') return above
  const written = names[text.toLowerCase()] ?? text
  const hex = hexColour(written)
  if (hex) return hex
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(written)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : null
}
