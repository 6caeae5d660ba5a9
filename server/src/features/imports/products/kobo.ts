import { columnAt, kindOf } from './product.ts'
import type { ChoiceGroup, ExportColumn, HeaderTexts, MetadataKind, ProductExport } from './product.ts'

const metadata: Readonly<Record<string, MetadataKind>> = {
  start: 'started',
  end: 'completed',
  today: 'date',
  deviceid: 'technical',
  username: 'technical',
  phonenumber: 'phone',
  simserial: 'technical',
  subscriberid: 'technical',
  audit: 'technical',
  __version__: 'technical',
  _id: 'number',
  _uuid: 'id',
  _submission_time: 'date',
  _validation_status: 'technical',
  _notes: 'technical',
  _status: 'technical',
  _submitted_by: 'technical',
  _tags: 'technical',
  _index: 'number',
  _attachments: 'technical',
  'meta/instanceid': 'technical',
  'meta/rootuuid': 'technical',
}

/** The parts of a place in columns of their own: `_home_latitude` beside `home`. */
function isPlace(header: string): boolean {
  const name = header.slice(header.lastIndexOf('/') + 1)
  return name.startsWith('_') && /_(?:latitude|longitude|altitude|precision)$/.test(name)
}

/**
 * An export of KoboToolbox: `group/question` headers; a question of several answers is a column with the answers joined
 * by spaces and one `question/choice` column of 0 and 1 for each choice.
 */
export function recogniseKobo([names]: readonly HeaderTexts[]): ProductExport | null {
  const own = ['_id', '_uuid', '_submission_time', '_validation_status']
  if (!names || own.filter((name) => columnAt(names.texts, name) !== -1).length < 3) return null
  const { texts } = names
  const kinds = texts.map((header) => kindOf(metadata, header) ?? (isPlace(header) ? 'technical' : null))
  const groups = texts.flatMap((header, joined): ChoiceGroup[] => {
    const choices = kinds[joined] === null && header !== '' ? choicesAfter(texts, joined) : []
    if (choices.length === 0) return []
    const parts = choices.map((index) => ({ index, label: (texts[index] ?? '').slice(header.length + 1), open: false }))
    return [{ header, name: nameOf(header), wording: '', parts, joined, certain: false }]
  })
  const columns = texts.map((header, index): ExportColumn => {
    const metadataKind = kinds[index] ?? null
    return { header, name: metadataKind === null ? nameOf(header) : undefined, wording: '', metadata: metadataKind }
  })
  return {
    product: 'KoboToolbox',
    headerRows: 1,
    columns,
    groups,
    joinedBy: null,
    unfinished: null,
    preview: null,
    notes: [],
  }
}

/** The columns `question/choice` that follow the question's own. */
function choicesAfter(texts: readonly string[], joined: number): number[] {
  const start = `${texts[joined] ?? ''}/`
  const found: number[] = []
  for (let index = joined + 1; texts[index]?.startsWith(start); index++) found.push(index)
  return found
}

/** The question's name without its groups; undefined for a sentence, which may hold a slash itself. */
function nameOf(header: string): string | undefined {
  return header.includes('/') && !/\s/.test(header) ? header.slice(header.lastIndexOf('/') + 1) : undefined
}
