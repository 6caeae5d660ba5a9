import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { isMessageAddress } from './escape.ts'
import { elementsOf, textAttributes, textElements, textHolders } from '@gensvar/contract/template-markup'
import type { MarkupElement, MarkupNode } from '@gensvar/contract/template-markup'
import { cutAtTags } from './merge-tags.ts'
import { errorIn } from './message-problem.ts'
import type { MessageProblem } from './message-problem.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Elements of MJML that a message is made of: none that loads anything, or takes markup as it is. */
const designElements = words(
  `mjml mj-head mj-body mj-title mj-preview mj-attributes mj-all mj-class mj-breakpoint mj-style mj-section mj-wrapper
   mj-column mj-group mj-text mj-button mj-image mj-divider mj-spacer mj-table mj-social mj-social-element mj-navbar
   mj-navbar-link mj-hero`,
)
/** Elements of MJML whose content is text alone. */
export const plainHolders = words('mj-title mj-preview')
/** Attributes that lead somewhere, or load an image. */
const addresses = words('href src background-url')
/** Attributes that may hold merge tags. */
export const filledAttributes = words('href src alt title')
/** Address that images of the library begin with. */
export const imagePath = '/mailimages/'

/** What in the markup of a mail is not allowed. */
export function forbiddenIn(nodes: readonly MarkupNode[]): MessageProblem[] {
  const problems: MessageProblem[] = []
  const report = (line: number, text: Words): void => void problems.push(errorIn('mjml', line, text))
  const [root, ...others] = nodes.filter((node) => node.kind === 'element' || node.text.trim() !== '')
  if (root?.kind !== 'element' || root.name !== 'mjml' || others.length > 0)
    report(root?.line ?? 1, say`A mail is one <mjml> element.`)
  const check = (element: MarkupElement, isText: boolean): void => {
    const { name, line, children } = element
    if (!(isText ? textElements : designElements).has(name))
      report(line, isText ? say`<${name}> cannot stand in a text of a mail.` : say`<${name}> cannot be used in a mail.`)
    for (const [key, value] of element.attributes) {
      const wrong = wrongAttribute(key, value, isText)
      if (wrong) report(line, wrong)
    }
    if (name === 'mj-style') checkStyle(element, report)
    const isInText = isText || textHolders.has(name)
    for (const child of children) if (child.kind === 'element') check(child, isInText)
    if (plainHolders.has(name) && children.some((child) => child.kind === 'element'))
      report(line, say`<${name}> holds text only.`)
  }
  if (root?.kind === 'element') check(root, false)
  return problems
}

function wrongAttribute(key: string, value: string, isText: boolean): Words | null {
  if (key.startsWith('on') || (isText && !textAttributes.has(key)))
    return say`The attribute ${key} cannot be used in a mail.`
  const hasTags = value.includes('{{')
  if (hasTags && !filledAttributes.has(key)) return say`The attribute ${key} cannot hold merge tags.`
  if (key === 'style' && isLoading(value)) return say`A style cannot load anything.`
  if (!addresses.has(key)) return null
  // It is also written into a style.
  if (key === 'background-url' && /['()]/.test(value))
    return say`"${value.slice(0, 80)}" is no address that a mail may lead to.`
  return isAllowedAddress(value) ? null : say`"${value.slice(0, 80)}" is no address that a mail may lead to.`
}

/** An address as it is written: whole, that of an image of the library, or one that a merge tag begins. */
function isAllowedAddress(value: string): boolean {
  const text = value.trim()
  if (text === '' || text === '#') return true
  const [first] = cutAtTags(text)
  // What a tag says is checked when it is filled in.
  if (!first || !('text' in first)) return true
  const filled = text.replaceAll(/\{\{[^{}]*\}\}/g, 'x').replaceAll('&amp;', '&')
  return isMessageAddress(filled) || /^\/mailimages\/[\w-]+\.(png|jpg)$/.test(filled)
}

function isLoading(style: string): boolean {
  return /url\s*\(|@import|expression|behavior|[\\<]|&/i.test(style)
}

function checkStyle({ children }: MarkupElement, report: (line: number, text: Words) => void): void {
  for (const child of children) {
    if (child.kind === 'element') report(child.line, say`A style holds text only.`)
    else if (isLoading(child.text)) report(child.line, say`A style cannot load anything.`)
    else if (child.text.includes('{{')) report(child.line, say`A style cannot hold merge tags.`)
  }
}

/** Whether an address is that of an image of the library. */
export function isLibraryImage(address: string): boolean {
  return address.startsWith(imagePath)
}

/** All elements with a name. */
export function named(nodes: readonly MarkupNode[], name: string): MarkupElement[] {
  return [...elementsOf(nodes)].filter((element) => element.name === name)
}
