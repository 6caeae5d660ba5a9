import { textAttributes, textElements, voidElements } from '@gensvar/contract/template-markup'

/** Elements that browsers write while somebody formats a text, by what mails hold instead. */
const renamed: Readonly<Record<string, string>> = { strike: 's', font: 'span', section: 'div', article: 'div' }
/** Elements whose content nobody reads. */
const dropped: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title', 'object', 'iframe', 'noscript'])
/** An address that a mail may lead to, or that a merge tag begins. */
const address = /^\s*(https?:|mailto:|tel:|#|\/mailimages\/|\{\{)/i

/** The content of an element as strict markup that mails may hold: other elements are left out, their texts stay. */
export function strictHtml(holder: Element): string {
  return [...holder.childNodes].map(written).join('')
}

function written(node: Node): string {
  // Nodes of a frame are no instances of this window's classes.
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '')
  if (node.nodeType !== Node.ELEMENT_NODE) return ''
  const element = node as Element
  const tag = element.localName
  if (dropped.has(tag)) return ''
  const name = renamed[tag] ?? tag
  const inner = [...element.childNodes].map(written).join('')
  if (!textElements.has(name)) return inner
  const attributes = attributesOf(element)
  if (name === 'span' && attributes === '') return inner
  return voidElements.has(name) ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`
}

function attributesOf(element: Element): string {
  const kept = [...element.attributes].filter(
    ({ name, value }) =>
      textAttributes.has(name) &&
      value !== '' &&
      (name !== 'style' || !/url\s*\(|expression|[\\<]/i.test(value)) &&
      ((name !== 'href' && name !== 'src') || address.test(value)),
  )
  // An empty text says that an image is decoration.
  const alt = element.getAttribute('alt') === '' ? ' alt=""' : ''
  return kept.map(({ name, value }) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`).join('') + alt
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
