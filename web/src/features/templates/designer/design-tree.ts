import { parseMarkup, textHolders, writeAttributes, writeMarkup } from '@gensvar/contract/template-markup'
import type { MarkupElement, MarkupNode } from '@gensvar/contract/template-markup'

/** Name of what stands between elements: a condition's tag or a comment. */
export const betweenName = '#between'

/** A part of a mail's body. Values of attributes are as written in the markup. */
export interface DesignNode {
  /** Of its element, such as `mj-text`; `#between` for what stands between elements. */
  name: string
  attributes: Readonly<Record<string, string>>
  /** HTML of an element that holds text, and the text of what stands between elements; null for all others. */
  content: string | null
  children: readonly DesignNode[]
}

/** A mail's design: its body, and what stands around it as it is written. */
export interface Design {
  /** Before and after the mail, such as comments. */
  outside: readonly [before: string, after: string]
  /** Attributes of `mjml`. */
  attributes: string
  /** What stands in `mjml` before and after the body, such as `mj-head`. */
  around: readonly [before: string, after: string]
  body: DesignNode
}

/** Place of a part below the body: an index for each step. */
export type DesignPath = readonly number[]

/** Reads a mail's design. Throws `MarkupFault` for markup that cannot be read; null where it has no body. */
export function readDesign(mjml: string): Design | null {
  const roots = parseMarkup(mjml, { comments: true })
  const root = split(roots, 'mjml')
  const inner = root && split(root.element.children, 'mj-body')
  if (!root || !inner) return null
  return {
    outside: [root.before, root.after],
    attributes: writeAttributes(root.element.attributes),
    around: [inner.before, inner.after],
    body: nodeOf(inner.element),
  }
}

/** Parts of a piece of markup, such as a block. Throws `MarkupFault`. */
export function readParts(mjml: string): DesignNode[] {
  return nodesOf(parseMarkup(mjml, { comments: true }))
}

/** The markup of a design, each element of its body on a line of its own. */
export function writeDesign({ outside, attributes, around, body }: Design): string {
  const [before, after] = around.map((text) => (text === '' ? '' : `  ${text}\n`))
  const [above, below] = outside.map((text) => (text === '' ? '' : `${text}\n`))
  return `${above}<mjml${attributes}>\n${before}${written(body, '  ')}${after}</mjml>\n${below}`
}

/** The part at a path; null for none. */
export function nodeAt(body: DesignNode, path: DesignPath): DesignNode | null {
  return path.reduce<DesignNode | null>((node, at) => node?.children[at] ?? null, body)
}

/** Path of the deepest part that begins at or before a line of the markup (from 1); null where the body begins later. */
export function pathAtLine(mjml: string, line: number): DesignPath | null {
  const root = split(parseMarkup(mjml, { comments: true }), 'mjml')
  const body = root && split(root.element.children, 'mj-body')
  if (!body || body.element.line > line) return null
  const path: number[] = []
  for (let nodes = shownOf(body.element); ;) {
    const at = nodes.findLastIndex((node) => lineOf(node) <= line)
    const found = nodes[at]
    if (!found) return path
    path.push(at)
    if (found.kind === 'text' || textHolders.has(found.name)) return path
    nodes = shownOf(found)
  }
}

/** The line of a node's first sign; a text may begin with blank ones. */
function lineOf(node: MarkupNode): number {
  if (node.kind === 'element') return node.line
  const blank = node.text.length - node.text.trimStart().length
  return node.line + node.text.slice(0, blank).split('\n').length - 1
}

function split(nodes: readonly MarkupNode[], name: string) {
  const at = nodes.findIndex((node) => node.kind === 'element' && node.name === name)
  const element = nodes[at]
  if (element?.kind !== 'element') return null
  const textOf = (some: readonly MarkupNode[]): string => writeMarkup(some).trim()
  return { element, before: textOf(nodes.slice(0, at)), after: textOf(nodes.slice(at + 1)) }
}

/** The nodes that are parts: elements, and texts that are not blank. */
function shownOf({ children }: Pick<MarkupElement, 'children'>): MarkupNode[] {
  return children.filter((node) => node.kind === 'element' || node.text.trim() !== '')
}

function nodesOf(children: readonly MarkupNode[]): DesignNode[] {
  return shownOf({ children }).map((node) =>
    node.kind === 'element'
      ? nodeOf(node)
      : { name: betweenName, attributes: {}, content: node.text.trim(), children: [] },
  )
}

function nodeOf({ name, attributes, children }: MarkupElement): DesignNode {
  const isHolder = textHolders.has(name)
  return {
    name,
    attributes: Object.fromEntries(attributes),
    content: isHolder ? withSafeTags(writeMarkup(children)) : null,
    children: isHolder ? [] : nodesOf(children),
  }
}

/** HTML whose merge tags hold no signs that a browser takes for markup. */
function withSafeTags(html: string): string {
  return html.replaceAll(/\{\{[^{}]*\}\}/g, (tag) => tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
}

function written({ name, attributes, content, children }: DesignNode, indent: string): string {
  if (name === betweenName) return `${indent}${content ?? ''}\n`
  const start = `${indent}<${name}${writeAttributes(Object.entries(attributes))}`
  if (content !== null) return `${start}>${content}</${name}>\n`
  if (children.length === 0) return `${start}/>\n`
  return `${start}>\n${children.map((child) => written(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}
