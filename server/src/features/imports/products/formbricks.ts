import { columnAt, kindOf, markAt, partTitles, saysNo } from './product.ts'
import type { ExportColumn, HeaderTexts, MetadataKind, ProductExport } from './product.ts'

const metadata: Readonly<Record<string, MetadataKind>> = {
  'no.': 'number',
  'response id': 'id',
  timestamp: 'completed',
  finished: 'state',
  'survey id': 'technical',
  'formbricks id (internal)': 'technical',
  'user id': 'technical',
  notes: 'technical',
  tags: 'technical',
  'verified email': 'email',
}

/** Facts about the visit, which stand before the questions. */
const visit = /^(?:source|url|country|action|ip ?address|user ?agent.*)$/i

/** `2. How was it?`, and in a matrix `2. How was it? - Staff`. */
const numbered = /^(\d+)\.\s+(.*)$/s

/** An export of Formbricks: facts about the response and the visit, numbered questions, then hidden fields. */
export function recogniseFormbricks([names]: readonly HeaderTexts[]): ProductExport | null {
  if (!names) return null
  const { texts } = names
  if (['response id', 'survey id', 'finished'].some((name) => columnAt(texts, name) === -1)) return null
  const firstQuestion = texts.findIndex((text) => numbered.test(text))
  const questions = texts.flatMap((text, index) => {
    const found = numbered.exec(text)
    return found ? [{ index, number: found[1] ?? '', text: found[2] ?? '' }] : []
  })
  const rows = [...Map.groupBy(questions, ({ number }) => number).values()].flatMap((all) =>
    all.flatMap(({ index, text }) => {
      const cut = text.lastIndexOf(' - ')
      return all.length > 1 && cut > 0 ? [{ index, question: text.slice(0, cut), label: text.slice(cut + 3) }] : []
    }),
  )
  const optionIds = new Set(rows.filter(({ label }) => label === 'Option ID').map(({ index }) => index))
  const parts = rows.filter(({ index }) => !optionIds.has(index))
  const titles = partTitles(parts)
  const questionOf = new Map(parts.map(({ index, question }) => [index, question]))
  const columns = texts.map((header, index): ExportColumn => {
    const early = firstQuestion === -1 || index < firstQuestion
    const kind =
      kindOf(metadata, header) ?? (optionIds.has(index) || (early && visit.test(header)) ? 'technical' : null)
    const wording = numbered.exec(header)?.[2] ?? ''
    const title = titles.get(index)
    return {
      header,
      name: title ?? (wording === '' ? undefined : wording),
      title,
      wording,
      partOf: questionOf.get(index),
      metadata: kind,
    }
  })
  return {
    product: 'Formbricks',
    headerRows: 1,
    columns,
    groups: [],
    joinedBy: ';',
    unfinished: markAt(texts, 'finished', saysNo),
    preview: null,
    notes: [],
  }
}
