import { Document, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml'

/**
 * The text of a configuration with another section, everything else in it as it is written: comments, order, spaces. A
 * section that is not there yet comes last, after `comment`. A text that cannot be read, or is no list of settings, is returned as it is.
 */
export function replaceSection(
  text: string,
  { name, comment }: { name: string; comment: string },
  value: unknown,
): string {
  const document = parseDocument(text)
  if (document.errors.length > 0) return text
  const section = sectionText(name, value)
  const { contents } = document
  if (contents === null) return `${withLineEnd(text)}# ${comment}\n${section}`
  if (!isMap(contents)) return text
  if (contents.flow === true) {
    document.set(name, value)
    return document.toString({ lineWidth: 0 })
  }
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === name)
  if (!pair) return `${withLineEnd(text).trimEnd()}\n\n# ${comment}\n${section}`
  const start = isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0
  const end = endOf(text, start)
  return `${text.slice(0, start)}${section}${text.slice(end)}`
}

/** A section with its entries a line each, as other sections are written. */
function sectionText(name: string, value: unknown): string {
  const document = new Document({ [name]: value })
  visit(document, {
    Collection(_key, node, path) {
      const depth = path.filter((one) => isMap(one)).length
      // The document, its one section and its list of questions stand over several lines.
      if (isSeq(node) ? !node.items.some(isMap) : depth >= 2) node.flow = true
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

/** A text of a configuration without a section. */
export function withoutSection(text: string, name: string): string {
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return text
  document.delete(name)
  return document.toString({ lineWidth: 0 })
}

/**
 * Where the section that starts at an offset ends: at the next line that is not indented. Comments and blank lines before
 * that line belong to what follows.
 */
function endOf(text: string, start: number): number {
  let end = text.length
  let at = text.indexOf('\n', start) + 1
  let rest: number | null = null
  while (at > 0 && at < text.length) {
    const next = text.indexOf('\n', at)
    const line = text.slice(at, next < 0 ? text.length : next)
    const isOutside = line.trim() === '' || line.startsWith('#')
    if (!isOutside && !/^[ \t\]}-]/.test(line)) {
      end = rest ?? at
      break
    }
    rest = isOutside ? (rest ?? at) : null
    at = next + 1
  }
  return end === text.length && rest !== null ? rest : end
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
