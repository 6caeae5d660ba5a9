import { columnAt, kindOf, partTitles } from './product.ts'
import type { ChoiceGroup, ExportColumn, HeaderTexts, MetadataKind, ProductExport } from './product.ts'

const metadata: Readonly<Record<string, MetadataKind>> = {
  'respondent id': 'id',
  respondentid: 'id',
  'collector id': 'technical',
  'start date': 'started',
  'date created': 'started',
  'end date': 'completed',
  'date modified': 'completed',
  'ip address': 'technical',
  'email address': 'email',
  'first name': 'name',
  'last name': 'name',
}

/** What the second row says above the only answer of a question. */
const answerLabels = new Set(['', 'response', 'open-ended response', 'point', 'score'])

/**
 * An export of SurveyMonkey: questions, and below them the choice or row of each column. A blank cell in the first row
 * belongs to the question on its left.
 */
export function recogniseSurveyMonkey(rows: readonly HeaderTexts[]): ProductExport | null {
  const [names, second] = rows
  const id = names?.texts.findIndex((text) => /^respondent ?id$/i.test(text)) ?? -1
  if (!names || id === -1) return null
  const labels = second && (second.texts[id] ?? '') === '' ? second.texts : null
  const answers = labels?.filter((label) => label !== '' && answerLabels.has(label.toLowerCase())) ?? []
  if (columnAt(names.texts, 'collector id') === -1 && answers.length < 2) return null
  const width = Math.max(names.texts.length, labels?.length ?? 0)
  const found: { header: string; kind: MetadataKind | null; label: string }[] = []
  for (let index = 0; index < width; index++) {
    const own = names.texts[index] ?? ''
    const left = found[index - 1]
    const header = own === '' && left && left.kind === null ? left.header : own
    found.push({ header, kind: kindOf(metadata, own), label: labels?.[index] ?? '' })
  }
  const questions = runs(found)
  const many = questions.filter(({ members }) => members.length > 1)
  const parts = many.flatMap(({ header, members }) =>
    members.flatMap((index) => {
      const label = found[index]?.label ?? ''
      return answerLabels.has(label.toLowerCase()) ? [] : [{ index, question: header, label }]
    }),
  )
  const titles = partTitles(parts)
  const partOf = new Map(parts.map((part) => [part.index, part]))
  const columns = found.map(({ header, kind }, index): ExportColumn => {
    const part = partOf.get(index)
    if (!part) return { header, wording: header, metadata: kind }
    const [whole, title] = [`${header} [${part.label}]`, titles.get(index)]
    return {
      header: whole,
      name: title ?? part.label,
      title,
      wording: `${header} - ${part.label}`,
      partOf: header,
      metadata: kind,
    }
  })
  const groups = many.flatMap(({ header, members }): ChoiceGroup[] => {
    const own = parts.filter(({ index }) => members.includes(index))
    if (own.length !== members.length) return []
    const choices = own.map(({ index, label }, place) => ({ index, label, open: place === own.length - 1 }))
    return [{ header, wording: header, parts: choices, joined: null, certain: false }]
  })
  const headerRows = labels ? 2 : 1
  return {
    product: 'SurveyMonkey',
    headerRows,
    columns,
    groups,
    joinedBy: ',',
    unfinished: null,
    preview: null,
    notes: [],
  }
}

/** Neighbouring columns of one question. */
function runs(
  found: readonly { header: string; kind: MetadataKind | null }[],
): { header: string; members: number[] }[] {
  const all: { header: string; members: number[] }[] = []
  found.forEach(({ header, kind }, index) => {
    if (kind !== null) return
    const last = all.at(-1)
    if (last && last.header === header && last.members.at(-1) === index - 1) last.members.push(index)
    else all.push({ header, members: [index] })
  })
  return all
}
