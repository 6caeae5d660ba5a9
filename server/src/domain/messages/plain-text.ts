import { plainHolders } from './check-markup.ts'
import type { Marks } from './marks.ts'
import { textHolders } from '@gensvar/contract/template-markup'
import type { MarkupElement, MarkupNode } from '@gensvar/contract/template-markup'
import { cutAtTags } from './merge-tags.ts'

/** Elements of a text that stand on lines of their own. */
const blocks = new Set('blockquote div h1 h2 h3 h4 h5 h6 hr li ol p table tr ul'.split(' '))

/**
 * The plain-text part of a mail, with marks in the places of tags: texts, links with their addresses, what images say.
 * `body` is what `mj-body` holds.
 */
export function plainTextOf(body: readonly MarkupNode[], marks: Marks): string {
  const tagged = (text: string): string =>
    cutAtTags(text)
      .map((part) => {
        if ('text' in part) return readable(part.text)
        return 'tag' in part ? marks.mark({ tag: part.tag, context: 'plain' }, part.written) : ''
      })
      .join('')

  const linked = ({ attributes }: MarkupElement, text: string): string => {
    const address = tagged(attributes.get('href') ?? '').trim()
    return address === '' || address === '#' || address === text.trim() ? text : `${text.trimEnd()}: ${address} `
  }

  const write = (node: MarkupNode, isText: boolean): string => {
    if (node.kind === 'text') {
      // Between the elements of a design only conditions stand.
      return isText ? tagged(node.text).replaceAll(/\s+/g, ' ') : tagged(node.text).replaceAll(/\s+/g, '')
    }
    const { name, attributes, children } = node
    if (plainHolders.has(name)) return ''
    if (name === 'br') return '\n'
    if (name === 'hr' || name === 'mj-divider') return '\n---\n'
    if (name === 'mj-image' || name === 'img') {
      const shown = linked(node, tagged(attributes.get('alt') ?? ''))
      return name === 'img' ? shown : `\n${shown}\n`
    }
    const isHolder = textHolders.has(name)
    const inner = children.map((child) => write(child, isText || isHolder)).join('')
    if (name === 'a') return linked(node, inner)
    if (isHolder) return `\n${linked(node, inner)}\n\n`
    if (name === 'li') return `\n- ${inner.trim()}\n`
    if (name === 'td' || name === 'th') return `${inner.trim()} `
    return blocks.has(name) ? `\n${inner}\n` : inner
  }
  return body.map((node) => write(node, false)).join('')
}

/** A text without blanks and empty lines that nobody sees; for a text whose gaps are filled. */
export function tidyText(text: string): string {
  const lines = text.split('\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const references: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', ndash: '–', mdash: '—', hellip: '…' },
  ...{ copy: '©', reg: '®', trade: '™', euro: '€', laquo: '«', raquo: '»', bull: '•', middot: '·', rarr: '→' },
}

/** A text of markup as it is read. */
function readable(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,10}));/gi, (written, decimal, hex, name) => {
    if (name !== undefined) return references[name] ?? written
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
