import { partTitles } from './product.ts'
import type { ChoiceGroup, ExportColumn, MetadataKind } from './product.ts'

/** What stands before brackets at the end of a text, and in them; null where there are none. */
function bracketed(text: string): { before: string; inside: string } | null {
  const start = text.lastIndexOf('[')
  if (start === -1 || !text.endsWith(']')) return null
  const inside = text.slice(start + 1, -1)
  return inside === '' || inside.includes(']') ? null : { before: text.slice(0, start).trimEnd(), inside }
}

/**
 * Columns whose headers name a question and, in brackets, a row or choice of it: `Q1[SQ001]`, `How was it? [Staff]`.
 * `wordings` are the full questions where the headers are codes.
 */
export function bracketedColumns(
  headers: readonly string[],
  kinds: readonly (MetadataKind | null)[],
  wordings: readonly string[] = [],
): { columns: ExportColumn[]; groups: ChoiceGroup[] } {
  const parts = headers.flatMap((header, index) => {
    const found = kinds[index] === null ? bracketed(header) : null
    if (!found) return []
    const asked = bracketed(wordings[index] ?? '')
    const { before: stem, inside: code } = found
    return [{ index, stem, code, question: asked?.before ?? stem, label: asked?.inside ?? code }]
  })
  const titles = partTitles(parts)
  const partOf = new Map(parts.map((part) => [part.index, part]))
  const columns = headers.map((header, index): ExportColumn => {
    const part = partOf.get(index)
    const kind = kinds[index] ?? null
    if (!part) return { header, wording: wordings[index] ?? '', metadata: kind }
    const title = titles.get(index)
    // A code is a better name than a row of the matrix, and a row of the matrix a better one than a sentence.
    const name = /\s/.test(part.stem) ? (title ?? part.label) : undefined
    return { header, name, title, wording: `${part.question} - ${part.label}`, partOf: part.stem, metadata: kind }
  })
  const groups = [...Map.groupBy(parts, ({ stem }) => stem)].flatMap(([header, all]): ChoiceGroup[] => {
    // A comment on a choice is no choice.
    const choices = all.filter(({ code }) => !/comment$/i.test(code))
    if (choices.length < 2) return []
    return [
      {
        header,
        wording: choices[0]?.question ?? header,
        parts: choices.map(({ index, label, code }) => ({ index, label, open: code.toLowerCase() === 'other' })),
        joined: null,
        certain: false,
      },
    ]
  })
  return { columns, groups }
}
