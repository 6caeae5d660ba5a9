import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Document, Element, Node } from '@xmldom/xmldom'
import { afterTree, isElement } from './letter-file.ts'
import { isPrintable } from './letter-picture.ts'
import { odfNames } from './odf-names.ts'

/** What is taken out of letters, as it is told. */
export type Removed = keyof typeof removedWords

/** The words for what was taken out of a letter. */
export const removedWords = {
  macros: say`Macros, scripts and what starts them were removed.`,
  links: say`Links to files, programs and other documents were removed.`,
  pictures: say`Pictures that are not in the letter itself as PNG, JPEG or GIF were removed.`,
  objects: say`Embedded objects and programs were removed.`,
  forms: say`Form fields were removed.`,
  databases: say`Fields of databases were removed.`,
  unknown: say`Parts that do not belong to a text document were removed.`,
} satisfies Record<string, Words>

/** Namespaces whose elements stay; what LibreOffice reads of any other is taken out. */
const known: ReadonlySet<string> = new Set(Object.values(odfNames))

const byName: Readonly<Record<string, Removed>> = {
  scripts: 'macros',
  script: 'macros',
  'event-listeners': 'macros',
  'event-listener': 'macros',
  'execute-macro': 'macros',
  forms: 'forms',
  form: 'forms',
  control: 'forms',
  'section-source': 'links',
  'dde-source': 'links',
  'dde-connection': 'links',
  'dde-connection-decl': 'links',
  'dde-connection-decls': 'links',
  'dde-link': 'links',
  'dde-links': 'links',
  'table-source': 'links',
  'cell-range-source': 'links',
  'auto-reload': 'links',
  'hyperlink-behaviour': 'links',
  'alphabetical-index-auto-mark-file': 'links',
  'font-face-src': 'links',
  'definition-src': 'links',
  object: 'objects',
  'object-ole': 'objects',
  plugin: 'objects',
  applet: 'objects',
  'floating-frame': 'objects',
  database: 'databases',
  'database-range': 'databases',
  'database-ranges': 'databases',
  'database-display': 'databases',
  'database-next': 'databases',
  'database-row-select': 'databases',
  'database-row-number': 'databases',
  'database-name': 'databases',
}

const byNamespace: Readonly<Record<string, Removed>> = {
  'urn:oasis:names:tc:opendocument:xmlns:script:1.0': 'macros',
  'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0': 'macros',
  'urn:oasis:names:tc:opendocument:xmlns:form:1.0': 'forms',
  'http://www.w3.org/2002/xforms': 'forms',
  'urn:oasis:names:tc:opendocument:xmlns:database:1.0': 'databases',
}

/** Attributes that name what would be loaded or run, besides links. */
const scriptNamespaces: ReadonlySet<string> = new Set([
  'urn:oasis:names:tc:opendocument:xmlns:script:1.0',
  'http://www.w3.org/2003/g/data-view#',
])

/**
 * Takes out of a letter whatever could load, run or ask for anything when it is opened; what stays is text, layout and
 * pictures that are in the document. Returns what was taken out.
 */
export function cleanLetter(document: Document): Set<Removed> {
  const removed = new Set<Removed>()
  const root = document.documentElement
  if (!root) return removed
  for (let node: Node | null = document.firstChild; node;) {
    const next: Node | null = node.nextSibling
    if (!isElement(node)) document.removeChild(node)
    node = next
  }
  for (let node: Node | null = root; node;) {
    const after: Node | null = afterTree(node, root)
    const isRemoved: boolean = node !== root && takeOut(document, node, removed)
    if (isElement(node) && !isRemoved) cleanAttributes(node, removed)
    node = isRemoved ? after : (node.firstChild ?? after)
  }
  return removed
}

/** Takes a node out where it must not stay, and writes plain text as such; returns whether the node is gone. */
function takeOut(document: Document, node: Node, removed: Set<Removed>): boolean {
  const parent = node.parentNode
  if (!parent || node.nodeType === node.TEXT_NODE) return false
  if (node.nodeType === node.CDATA_SECTION_NODE) {
    parent.replaceChild(document.createTextNode(node.nodeValue ?? ''), node)
    return true
  }
  const why = isElement(node) ? reasonOf(node) : 'nothing'
  if (why === null) return false
  parent.removeChild(node)
  if (why !== 'nothing') removed.add(why)
  return true
}

/** Why an element is taken out; 'nothing' for what nobody misses, null where it stays. */
function reasonOf(element: Element): Removed | 'nothing' | null {
  const namespace = element.namespaceURI ?? ''
  const name = element.localName ?? ''
  if (!known.has(namespace)) return byNamespace[namespace] ?? 'unknown'
  const named = byName[name]
  if (named !== undefined) return named
  // The document that this one was made from; LibreOffice asks it for newer styles.
  if (namespace === odfNames.meta && name === 'template') return 'links'
  if (namespace === odfNames.config && name === 'config-item' && !isHarmless(element)) return 'nothing'
  if (namespace === odfNames.draw && name === 'image' && !isPrintable(element)) return 'pictures'
  if (name === 'binary-data' && !isPrintable(element.parentNode)) return 'pictures'
  return null
}

/** Numbers and switches set how a text is laid out; texts name printers, data sources and files. */
function isHarmless(item: Element): boolean {
  const type = item.getAttributeNS(odfNames.config, 'type') ?? ''
  const name = item.getAttributeNS(odfNames.config, 'name') ?? ''
  return ['boolean', 'short', 'int', 'long', 'double'].includes(type) && !/update|link|macro|script/i.test(name)
}

function cleanAttributes(element: Element, removed: Set<Removed>): void {
  for (const attribute of [...element.attributes]) {
    const namespace = attribute.namespaceURI ?? ''
    if (scriptNamespaces.has(namespace)) {
      element.removeAttributeNode(attribute)
      removed.add('macros')
    } else if (
      attribute.name === 'xml:base' ||
      (attribute.localName === 'href' && !isAllowed(element, attribute.value))
    ) {
      element.removeAttributeNode(attribute)
      removed.add('links')
    }
  }
}

function isAllowed(element: Element, address: string): boolean {
  if (address.startsWith('#')) return true
  const isLink = element.namespaceURI === odfNames.text && element.localName === 'a'
  return isLink && /^(https?:\/\/|mailto:)/i.test(address)
}
