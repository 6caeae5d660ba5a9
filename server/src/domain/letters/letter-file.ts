import { maxLetterBytes } from '@gensvar/contract/letters'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { DOMParser, ParseError, onErrorStopParsing } from '@xmldom/xmldom'
import type { Document, Element, Node } from '@xmldom/xmldom'
import { AppError } from '#server/platform/errors.ts'
import { odfNames, textDocumentType } from './odf-names.ts'

/** Deepest nesting and most nodes of a document: letters need some dozens and some ten thousands. */
const maxDepth = 200
const maxNodes = 400_000
/** Most repetitions that one attribute may ask for: columns, rows, spaces. */
const maxRepeated = 1000

const notFlat = say`This is no flat OpenDocument text. Save the letter in LibreOffice as "Flat XML ODF Text Document (.fodt)".`

/**
 * Reads the file of a letter. Throws `validation` at `file` for what is no flat OpenDocument text, and for what could
 * make a reader grow without bounds: entities, very deep nesting, repetitions without end.
 */
export function readLetterFile(file: Buffer): Document {
  if (file.length > maxLetterBytes)
    throw refused(say`The letter is over ${maxLetterBytes / 1e6} MB. Use smaller pictures.`)
  return parseLetter(textOf(file))
}

/** The same for a document that is text already. */
export function parseLetter(text: string): Document {
  // Entities can repeat themselves without end and name files; no writer of letters makes any.
  if (/<!(?!--|\[CDATA\[)/.test(text))
    throw refused(say`The letter declares entities or a document type, which is not allowed.`)
  const document = parse(text)
  const root = document.documentElement
  if (!root || root.namespaceURI !== odfNames.office || root.localName !== 'document') throw refused(notFlat)
  if (root.getAttributeNS(odfNames.office, 'mimetype') !== textDocumentType) throw refused(notFlat)
  demandBounds(root)
  if (!children(children(root, 'body')[0], 'text')[0]) throw refused(notFlat)
  return document
}

/** Throws for a letter, at the field that holds its file. */
export function refused(words: Words): AppError {
  return new AppError('validation', words, { file: words })
}

/** A node and all that is in it, in the order of the document, without recursion. */
export function* nodesOf(top: Node): Generator<Node> {
  for (let node: Node | null = top; node; node = node.firstChild ?? afterTree(node, top)) yield node
}

/** The node after a node and all that is in it; null at the end of `top`. */
export function afterTree(node: Node, top: Node): Node | null {
  for (let at: Node | null = node; at && at !== top; at = at.parentNode) if (at.nextSibling) return at.nextSibling
  return null
}

/** Whether a node is an element. */
export function isElement(node: Node | null | undefined): node is Element {
  return node?.nodeType === 1
}

function children(parent: Element | undefined, name: string): Element[] {
  const found: Element[] = []
  for (let node = parent?.firstChild ?? null; node; node = node.nextSibling)
    if (isElement(node) && node.namespaceURI === odfNames.office && node.localName === name) found.push(node)
  return found
}

function textOf(file: Buffer): string {
  if (file.subarray(0, 2).toString('latin1') === 'PK') throw refused(notFlat)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw refused(say`The letter is not written in UTF-8, as LibreOffice writes it.`)
  }
}

function parse(text: string): Document {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
  } catch (error) {
    const at = error instanceof ParseError ? Number(error.locator?.lineNumber ?? 0) : 0
    throw refused(
      at > 0
        ? say`The letter is damaged: its XML breaks off at line ${at}.`
        : say`The letter is damaged: it is no XML.`,
    )
  }
}

function demandBounds(root: Element): void {
  let depth = 0
  let count = 0
  let node: Node | null = root
  while (node) {
    if (++count > maxNodes || depth > maxDepth)
      throw refused(say`The letter has too many parts in each other to be printed.`)
    if (isElement(node)) demandRepeats(node)
    if (node.firstChild) {
      node = node.firstChild
      depth++
      continue
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode
      depth--
    }
    node = node === root ? null : (node?.nextSibling ?? null)
  }
}

const repeats = [
  [odfNames.text, 'c'],
  [odfNames.table, 'number-columns-repeated'],
  [odfNames.table, 'number-rows-repeated'],
] as const

function demandRepeats(element: Element): void {
  for (const [namespace, name] of repeats)
    if (Number(element.getAttributeNS(namespace, name) ?? 0) > maxRepeated)
      throw refused(say`The letter repeats a space, a row or a column more than ${maxRepeated} times.`)
}
