import { say } from './say.ts'
import type { Words } from './say.ts'

/** A part of a message's markup, with the line it begins in (from 1). */
export type MarkupNode = MarkupElement | MarkupText

/** An element. Names are in lower case; values of attributes are as written, without their quotes. */
export interface MarkupElement {
  kind: 'element'
  name: string
  line: number
  /** Line breaks within its start tag. */
  breaks: number
  attributes: ReadonlyMap<string, string>
  children: readonly MarkupNode[]
}

/** Text as written: character references such as `&nbsp;` stay. */
export interface MarkupText {
  kind: 'text'
  line: number
  text: string
}

/** Markup that cannot be read. */
export class MarkupFault extends Error {
  readonly words: Words
  readonly line: number

  constructor(words: Words, line: number) {
    super(String(words))
    this.words = words
    this.line = line
  }
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Elements of MJML whose content is HTML. */
export const textHolders = words('mj-text mj-button mj-table mj-navbar-link mj-social-element')

/** Elements of HTML that texts may hold. */
export const textElements = words(
  `a abbr b blockquote br code div em h1 h2 h3 h4 h5 h6 hr i img li ol p s small span strong sub sup table tbody td tfoot
   th thead tr u ul`,
)
/** Attributes of these; those of MJML's elements are checked by MJML itself. */
export const textAttributes = words(
  `href src alt title style class align valign width height colspan rowspan border cellpadding cellspacing bgcolor color
   dir lang role target rel start type scope`,
)
/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** Deepest nesting that is read. */
const maxDepth = 60

const tagStart = /<(\/?)([a-z][a-z0-9-]*)/iy
const attribute = /\s+([a-z][a-z0-9-]*)\s*=\s*(?:"([^"<]*)"|'([^'<"]*)')/iy
const tagEnd = /\s*(\/?)>/y
/** A merge tag is read as text, so that it may hold `<` and quotes. */
const mergeTag = /\{\{[^{}]*\}\}/y

type Open = MarkupElement & { children: MarkupNode[] }

/**
 * Reads markup strictly: only elements, attributes in quotes, text and comments. Whatever programs could read in different
 * ways is refused, so that what is checked here is what readers get. Of comments only the line breaks are kept, or with
 * `comments` their whole text, for whoever writes the markup again. Throws `MarkupFault`.
 */
export function parseMarkup(source: string, { comments = false }: { comments?: boolean } = {}): MarkupNode[] {
  return new Reader(source, comments).read()
}

class Reader {
  private readonly source: string
  private at = 0
  private line = 1
  private readonly roots: MarkupNode[] = []
  private readonly open: Open[] = []

  private readonly keepsComments: boolean

  constructor(source: string, keepsComments: boolean) {
    this.source = source
    this.keepsComments = keepsComments
  }

  read(): MarkupNode[] {
    while (this.at < this.source.length) {
      if (this.source[this.at] !== '<') this.readText()
      else if (this.source.startsWith('<!--', this.at)) this.skipComment()
      else this.readTag()
    }
    const last = this.open.at(-1)
    if (last) throw new MarkupFault(say`<${last.name}> is not closed.`, last.line)
    return this.roots
  }

  private siblings(): MarkupNode[] {
    return this.open.at(-1)?.children ?? this.roots
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)
    if (found) this.move(found[0].length)
    return found
  }

  private move(length: number): void {
    const end = this.at + length
    for (; this.at < end; this.at++) if (this.source[this.at] === '\n') this.line++
  }

  private readText(): void {
    const { line, at } = this
    while (this.at < this.source.length && this.source[this.at] !== '<') if (!this.take(mergeTag)) this.move(1)
    this.siblings().push({ kind: 'text', line, text: this.source.slice(at, this.at) })
  }

  private skipComment(): void {
    const end = this.source.indexOf('-->', this.at + 4)
    const text = this.source.slice(this.at + 4, end)
    // Conditional comments hold markup that some mail programs show.
    if (end < 0 || /^\[if|^-?>|--|<!/i.test(text)) throw new MarkupFault(say`This comment cannot be read.`, this.line)
    const { line } = this
    this.move(end + 3 - this.at)
    if (this.keepsComments) this.siblings().push({ kind: 'text', line, text: `<!--${text}-->` })
    else if (this.line > line) this.siblings().push({ kind: 'text', line, text: '\n'.repeat(this.line - line) })
  }

  private readTag(): void {
    const { line } = this
    const [, slash, written] = this.take(tagStart) ?? []
    if (written === undefined) throw new MarkupFault(say`"<" begins no element. Write &lt; for the sign itself.`, line)
    const name = written.toLowerCase()
    const attributes = new Map<string, string>()
    for (let found = this.take(attribute); found; found = this.take(attribute)) {
      const key = (found[1] ?? '').toLowerCase()
      if (attributes.has(key)) throw new MarkupFault(say`<${name}> has the attribute ${key} twice.`, line)
      attributes.set(key, found[2] ?? found[3] ?? '')
    }
    const end = this.take(tagEnd)
    if (!end || (slash && (attributes.size > 0 || end[1])))
      throw new MarkupFault(say`The tag <${name}> cannot be read. Attributes are written as name="value".`, line)
    if (slash) return this.close(name, line)
    const element: Open = { kind: 'element', name, line, breaks: this.line - line, attributes, children: [] }
    this.siblings().push(element)
    if (end[1] || voidElements.has(name)) return
    if (this.open.length >= maxDepth) throw new MarkupFault(say`Elements are nested too deeply.`, line)
    this.open.push(element)
  }

  private close(name: string, line: number): void {
    const last = this.open.pop()
    if (last?.name === name) return
    throw new MarkupFault(
      last ? say`</${name}> stands where </${last.name}> is expected.` : say`</${name}> closes nothing.`,
      line,
    )
  }
}

/** All elements of markup, from the top. */
export function* elementsOf(nodes: readonly MarkupNode[]): Generator<MarkupElement> {
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    yield node
    yield* elementsOf(node.children)
  }
}

/** Markup as it is written: what `parseMarkup` reads of it is the same again. */
export function writeMarkup(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : writeElement(node))).join('')
}

function writeElement({ name, attributes, children }: MarkupElement): string {
  const start = `<${name}${writeAttributes(attributes)}`
  const isShort = voidElements.has(name) || (children.length === 0 && name.startsWith('mj-'))
  return isShort ? `${start}/>` : `${start}>${writeMarkup(children)}</${name}>`
}

/** Attributes with a space before each; their values are as written in the markup. */
export function writeAttributes(attributes: Iterable<readonly [string, string]>): string {
  return [...attributes].map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`).join('')
}
