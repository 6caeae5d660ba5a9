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
const place = /(?:^|\/)_.*_(?:latitude|longitude|altitude|precision)$/

/**
 * An export of KoboToolbox: `group/question` headers; a question of several answers is a column with the answers joined
 * by spaces and one `question/choice` column of 0 and 1 for each choice.
 */
export function recogniseKobo([names]: readonly HeaderTexts[]): ProductExport | null {
  const own = ['_id', '_uuid', '_submission_time', '_validation_status']
  if (!names || own.filter((name) => columnAt(names.texts, name) !== -1).length < 3) return null
  const { texts } = names
  const kinds = texts.map((header) => kindOf(metadata, header) ?? (place.test(header) ? 'technical' : null))
  const lastOf = (header: string): string => header.slice(header.lastIndexOf('/') + 1)
  const children = Map.groupBy(
    texts.flatMap((header, index) =>
      header.includes('/') ? [{ index, parent: header.slice(0, header.lastIndexOf('/')) }] : [],
    ),
    ({ parent }) => parent,
  )
  const groups = texts.flatMap((header, joined): ChoiceGroup[] => {
    const choices = kinds[joined] === null ? (children.get(header) ?? []) : []
    if (choices.length === 0) return []
    const parts = choices.map(({ index }) => ({ index, label: lastOf(texts[index] ?? ''), open: false }))
    return [{ header, name: lastOf(header), title: lastOf(header), wording: '', parts, joined, certain: false }]
  })
  const columns = texts.map((header, index): ExportColumn => {
    const metadataKind = kinds[index] ?? null
    if (!header.includes('/') || metadataKind !== null) return { header, wording: '', metadata: metadataKind }
    return { header, name: lastOf(header), wording: '', metadata: null }
  })
  return { product: 'KoboToolbox', headerRows: 1, columns, groups, unfinished: null, preview: null, notes: [] }
}
