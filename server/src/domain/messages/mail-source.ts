import { say } from '@gensvar/contract/say'
import { filledAttributes, isLibraryImage, plainHolders } from './check-markup.ts'
import { escapeHtml } from './escape.ts'
import type { TagContext } from './escape.ts'
import { textHolders, voidElements } from '@gensvar/contract/template-markup'
import type { MarkupElement, MarkupNode } from '@gensvar/contract/template-markup'
import { cutAtTags } from './merge-tags.ts'
import type { Marks } from './marks.ts'
import { NestingFault, nestPieces } from './message-text.ts'
import { errorIn } from './message-problem.ts'
import type { MessageProblem } from './message-problem.ts'

/** Names of tags that a mail uses, with the line of each. */
export interface UsedTag {
  name: string
  line: number
  context: TagContext
}

/** MJML in which a mark stands for each merge tag. */
export interface MarkedSource {
  mjml: string
  used: readonly UsedTag[]
  problems: readonly MessageProblem[]
}

/** Writes MJML with marks in the places of tags. `origin` is the address that images of the library are read at. */
export function markSource(nodes: readonly MarkupNode[], marks: Marks, origin: string): MarkedSource {
  const used: UsedTag[] = []
  const problems: MessageProblem[] = []

  const marked = (text: string, line: number, contextAt: (at: number) => TagContext, wrap = (mark: string) => mark) => {
    const parts = cutAtTags(text)
    const out = parts.map((part) => {
      if ('text' in part) return part.text
      const at = line + newlines(text.slice(0, part.at))
      if ('fault' in part) {
        problems.push(errorIn('mjml', at, part.fault))
        return ''
      }
      const context = contextAt(part.at)
      if ('name' in part.tag) used.push({ name: part.tag.name, line: at, context })
      return wrap(marks.mark({ tag: part.tag, context }, part.written))
    })
    return out.join('')
  }

  const attributes = (element: MarkupElement): string =>
    [...element.attributes]
      .map(([key, value]) => {
        const isAddress = key === 'href' || key === 'src'
        const contextAt = (at: number): TagContext => {
          if (!isAddress) return 'html'
          // Tags alone before it: it may be the beginning of the address.
          return value
            .slice(0, at)
            .replaceAll(/\{\{[^{}]*\}\}/g, '')
            .trim() === ''
            ? 'url'
            : 'url-part'
        }
        const text = filledAttributes.has(key) ? marked(value, element.line, contextAt) : value
        const full = isAddress && isLibraryImage(text) ? `${escapeHtml(origin)}${text}` : text
        return ` ${key}="${full.replaceAll('>', '&gt;').replaceAll('"', '&quot;')}"`
      })
      .join('')

  const write = (node: MarkupNode, parent: MarkupElement | null, isText: boolean): string => {
    if (node.kind === 'text') {
      if (isText || (parent && plainHolders.has(parent.name))) return marked(node.text, node.line, () => 'html')
      if (parent?.name === 'mj-style') return node.text
      return writeBetween(node.text, node.line)
    }
    const { name, children } = node
    const start = `<${name}${attributes(node)}${'\n'.repeat(node.breaks)}>`
    if (voidElements.has(name)) return start
    demandWholeConditions(children, node.line)
    const isInText = isText || textHolders.has(name)
    return `${start}${children.map((child) => write(child, node, isInText)).join('')}</${name}>`
  }

  /** Between the elements of a design only conditions can stand. */
  const writeBetween = (text: string, line: number): string => {
    for (const part of cutAtTags(text)) {
      const isValue = 'tag' in part && part.tag.kind === 'value'
      if (isValue || ('text' in part && part.text.trim() !== ''))
        problems.push(errorIn('mjml', line, say`This text stands between the elements, where no mail shows it.`))
    }
    return marked(
      text,
      line,
      () => 'html',
      (mark) => `<mj-raw>${mark}</mj-raw>`,
    )
  }

  /** A condition begins and ends in the same element, so that each outcome is whole markup. */
  const demandWholeConditions = (children: readonly MarkupNode[], line: number): void => {
    const parts = children.flatMap((child) => (child.kind === 'text' ? cutAtTags(child.text) : []))
    try {
      nestPieces(parts.flatMap((part) => ('tag' in part ? [{ tag: part.tag, context: 'html' as const }] : [])))
    } catch (error) {
      if (!(error instanceof NestingFault)) throw error
      problems.push(errorIn('mjml', line, say`A condition must begin and end in the same element.`))
    }
  }

  const mjml = nodes.map((node) => write(node, null, false)).join('')
  return { mjml, used, problems }
}

function newlines(text: string): number {
  return text.split('\n').length - 1
}
