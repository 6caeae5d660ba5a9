import { bracketedColumns } from './bracketed.ts'
import { columnAt, kindOf } from './product.ts'
import type { HeaderTexts, MetadataKind, ProductExport } from './product.ts'

const googleMetadata: Readonly<Record<string, MetadataKind>> = {
  'email address': 'email',
  username: 'email',
  score: 'number',
}

/** The name of the first column, in the language of the form's owner. */
const timestamps = [
  'timestamp',
  'tidsstämpel',
  'tidsstempel',
  'tidsstempling',
  'aikaleima',
  'zeitstempel',
  'horodateur',
]

/** An export of Google Forms: a timestamp, then the questions in full. */
export function recogniseGoogleForms([names]: readonly HeaderTexts[]): ProductExport | null {
  const [first = '', ...others] = names?.texts ?? []
  // A time and technical names alone may come from any program.
  const asks = others.some((header) => /\S\s+\S+\s+\S|\?$|\]$/.test(header))
  if (!names || !timestamps.includes(first.toLowerCase()) || !asks || columnAt(names.texts, 'survey id') !== -1)
    return null
  const kinds = names.texts.map((header, index) => (index === 0 ? 'completed' : kindOf(googleMetadata, header)))
  // A grid has a column for each row; choices of one question share a cell.
  const { columns } = bracketedColumns(names.texts, kinds)
  return {
    product: 'Google Forms',
    headerRows: 1,
    columns,
    groups: [],
    joinedBy: ',',
    unfinished: null,
    preview: null,
    notes: [],
  }
}

const microsoftMetadata: Readonly<Record<string, MetadataKind>> = {
  id: 'id',
  'start time': 'started',
  'completion time': 'completed',
  'last modified time': 'date',
  email: 'email',
  name: 'name',
  language: 'language',
  'total points': 'number',
  'quiz feedback': 'technical',
}

/** An export of Microsoft Forms: id, times, e-mail and name, then the questions in full. */
export function recogniseMicrosoftForms([names]: readonly HeaderTexts[]): ProductExport | null {
  if (!names || ['id', 'start time', 'completion time'].some((name) => columnAt(names.texts, name) === -1)) return null
  const columns = names.texts.map((header) => {
    const graded = /^(?:points|feedback) - /i.test(header) ? 'number' : null
    return { header, wording: '', metadata: kindOf(microsoftMetadata, header) ?? graded }
  })
  return {
    product: 'Microsoft Forms',
    headerRows: 1,
    columns,
    groups: [],
    joinedBy: ';',
    unfinished: null,
    preview: null,
    notes: [],
  }
}
