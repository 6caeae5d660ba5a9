import { say } from '@gensvar/contract/say'
import { forbiddenIn, named } from './check-markup.ts'
import { mailChecks } from './mail-checks.ts'
import { markSource } from './mail-source.ts'
import { Marks } from './marks.ts'
import { MarkupFault, parseMarkup } from '@gensvar/contract/template-markup'
import type { MarkupElement, MarkupNode } from '@gensvar/contract/template-markup'
import { errorIn } from './message-problem.ts'
import type { MessageProblem } from './message-problem.ts'
import { NestingFault, fillPieces } from './message-text.ts'
import type { Piece, TagValues } from './message-text.ts'
import { compileMjml } from './mjml-thread.ts'
import { plainTextOf, tidyText } from './plain-text.ts'
import { readTaggedText } from './tagged-text.ts'

/** A mail as it is written. */
export interface MailSource {
  mjml: string
  /** What mail programs show beside the subject. */
  preheader: string
  subject: string
  /** Language of the mail. */
  locale: string
}

/** What a mail is compiled for. */
export interface MailSetting {
  /** Address users and recipients open; images of the library are read there. */
  origin: string
  /** Names that can be filled in. */
  known: ReadonlySet<string>
}

/** A mail whose gaps are filled for each recipient. */
export interface CompiledMail {
  /** Language it is written in. */
  language: string
  subject: readonly Piece[]
  html: readonly Piece[]
  text: readonly Piece[]
  /** The HTML with its merge tags. */
  code: string
}

/** A mail to one recipient. */
export interface FilledMail {
  subject: string
  html: string
  text: string
}

/**
 * Compiles a mail once for all of its recipients. `mail` is null where a problem is an error. Throws `unavailable` where
 * it takes too long.
 */
export async function compileMail(
  source: MailSource,
  { origin, known }: MailSetting,
): Promise<{ mail: CompiledMail | null; problems: MessageProblem[] }> {
  const subject = readTaggedText('subject', source.subject, 'header', known)
  const preheader = readTaggedText('preheader', source.preheader, 'html', known)
  const problems = [...subject.problems, ...preheader.problems]
  const nodes = readNodes(source.mjml, problems)
  if (!nodes) return { mail: null, problems }
  const marks = new Marks()
  const { mjml, used, problems: misplaced } = markSource(withHead(nodes, source), marks, origin)
  problems.push(...misplaced.filter(({ line }) => line !== addedLine))
  for (const { name, line } of used)
    if (!known.has(name) && line !== addedLine)
      problems.push(errorIn('mjml', line, say`There is no merge tag "${name}".`))
  if (problems.some(({ isError }) => isError)) return { mail: null, problems }
  const { html: made, errors } = await compileMjml(mjml)
  const html = finished(made)
  problems.push(
    ...errors.map(({ line, message }) => errorIn('mjml', line, say`The mail cannot be compiled: ${message}`)),
  )
  problems.push(...mailChecks(nodes, { html, used }))
  if (problems.some(({ isError }) => isError)) return { mail: null, problems }
  try {
    const [body] = named(nodes, 'mj-body')
    const text = marks.cut(plainTextOf(body?.children ?? [], marks))
    const mail = {
      ...{ language: source.locale, subject: subject.pieces, html: marks.cut(html), text },
      code: marks.restore(html),
    }
    return { mail, problems }
  } catch (error) {
    if (!(error instanceof NestingFault)) throw error
    problems.push(errorIn('mjml', null, say`A condition must begin and end in the same element.`))
    return { mail: null, problems }
  }
}

/** Fills a mail for one recipient. Throws `BrokenTag`, which names what stops it. */
export function fillMail({ subject, html, text }: CompiledMail, values: TagValues): FilledMail {
  return {
    subject: fillPieces(subject, values).trim(),
    html: fillPieces(html, values),
    text: tidyText(fillPieces(text, values)),
  }
}

/**
 * The HTML with what MJML does not write: that it has colours of its own for dark screens, without which some programs invert
 * the light ones; and a colour of its hidden preheader that is not the background's, which filters of spam take for a trick.
 */
function finished(html: string): string {
  const readable = html.replace(
    'display:none;font-size:1px;color:#ffffff;',
    'display:none;font-size:1px;color:#14171c;',
  )
  if (!html.includes('prefers-color-scheme')) return readable
  const schemes = ['color-scheme', 'supported-color-schemes'].map(
    (name) => `<meta name="${name}" content="light dark">`,
  )
  return readable.replace('</title>', `</title>${schemes.join('')}`)
}

/** Line of what is added to a mail; what is wrong with it is said elsewhere. */
const addedLine = 0

function readNodes(mjml: string, problems: MessageProblem[]): MarkupNode[] | null {
  try {
    const nodes = parseMarkup(mjml)
    const forbidden = forbiddenIn(nodes)
    problems.push(...forbidden)
    return forbidden.length > 0 ? null : nodes
  } catch (error) {
    if (!(error instanceof MarkupFault)) throw error
    problems.push(errorIn('mjml', error.line, error.words))
    return null
  }
}

/** The mail with its language, and with title and preheader in the places where MJML looks for them. */
function withHead(nodes: readonly MarkupNode[], { subject, preheader, locale }: MailSource): MarkupNode[] {
  return nodes.map((node) => {
    if (node.kind === 'text') return node
    const attributes = new Map([['lang', locale], ...node.attributes])
    const head = named(node.children, 'mj-head')[0]
    const children = [
      ...(head?.children ?? []).filter((child) => preheader.trim() === '' || !isNamed(child, 'mj-preview')),
      // Screen readers and browsers name the mail by it.
      ...(head?.children.some((child) => isNamed(child, 'mj-title')) ? [] : textElement('mj-title', subject)),
      ...textElement('mj-preview', preheader),
    ]
    if (!head) return { ...node, attributes, children: [element('mj-head', children), ...node.children] }
    const withThem = node.children.map((child) => (child === head ? { ...head, children } : child))
    return { ...node, attributes, children: withThem }
  })
}

function isNamed(node: MarkupNode, name: string): boolean {
  return node.kind === 'element' && node.name === name
}

/** An element with a text; none for a text of blanks. */
function textElement(name: string, written: string): MarkupElement[] {
  const text = written.replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return text.trim() === '' ? [] : [element(name, [{ kind: 'text', line: addedLine, text }])]
}

function element(name: string, children: readonly MarkupNode[]): MarkupElement {
  return { kind: 'element', name, line: addedLine, breaks: 0, attributes: new Map(), children }
}
