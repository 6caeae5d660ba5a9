import { say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { kindOf, markAt, partTitles, saysNo } from './product.ts'
import type { ChoiceGroup, ExportColumn, HeaderTexts, MetadataKind, ProductExport, QuestionPart } from './product.ts'

const metadata: Readonly<Record<string, MetadataKind>> = {
  startdate: 'started',
  enddate: 'completed',
  recordeddate: 'date',
  responseid: 'id',
  responseset: 'technical',
  status: 'state',
  finished: 'state',
  progress: 'number',
  'duration (in seconds)': 'number',
  ipaddress: 'technical',
  recipientlastname: 'name',
  recipientfirstname: 'name',
  recipientemail: 'email',
  externalreference: 'technical',
  externaldatareference: 'technical',
  locationlatitude: 'technical',
  locationlongitude: 'technical',
  locationaccuracy: 'technical',
  distributionchannel: 'technical',
  userlanguage: 'language',
}

/** Columns written beside an answer: timing, browser, order of display, group of the recommendation. */
const beside =
  /_(?:DO(?:_.*)?|NPS_GROUP|(?:First|Last) Click|Page Submit|Click Count|Browser|Version|Operating System|Resolution|Name|Size|Type|Id)$/

/**
 * An export of Qualtrics: names of columns, questions, and a row of ids such as `{"ImportId":"QID1"}`. The last row, or
 * the last two, may be missing.
 */
export function recogniseQualtrics(rows: readonly HeaderTexts[], lenient: boolean): ProductExport | null {
  const [names, ...below] = rows
  if (!names) return null
  const at = below.slice(0, 2).findIndex(holdsIds)
  const idRow = below[at]
  const known = names.texts.filter((text) => kindOf(metadata, text) !== null).length
  if (!idRow && known < 4) return null
  const questions = at === 1 || (at === -1 && holdsQuestions(names, below[0])) ? below[0] : undefined
  if (!lenient) demandOneShape(names, [questions, idRow])
  const ids = (idRow?.texts ?? []).map(readId)
  const columns = names.texts.map((header, index): ExportColumn => {
    const wording = (questions?.texts[index] ?? '').replace(/\s*-\s*Selected Choice\b/, '')
    const written = beside.test(header) && !/^QID\d+(?:_TEXT)?$/.test(ids[index]?.id ?? '')
    return { header, wording, metadata: kindOf(metadata, header) ?? (written ? 'technical' : null) }
  })
  const parts = partsOf(columns)
  const titles = partTitles(parts.flatMap(({ members }) => members))
  const groups = parts.map(({ header, question, members }): ChoiceGroup => {
    const choices = members.filter(({ index }) => columns[index]?.header.endsWith('_TEXT') !== true)
    const certain = idRow !== undefined && choices.every(({ index }) => ids[index]?.choice !== undefined)
    return {
      header,
      wording: question,
      parts: choices.map(({ index, label }) => ({ index, label, open: false })),
      joined: null,
      certain,
    }
  })
  const headerRows = 1 + (questions ? 1 : 0) + (idRow ? 1 : 0)
  const texts = names.texts
  return {
    product: 'Qualtrics',
    headerRows,
    columns: columns.map((column, index) => {
      const whole = parts.find(({ members }) => members.some((member) => member.index === index))
      return { ...column, title: titles.get(index), partOf: whole?.header }
    }),
    groups: groups.filter(({ parts: choices }) => choices.length > 1),
    joinedBy: ',',
    unfinished: markAt(texts, 'finished', saysNo),
    preview: markAt(texts, 'status', isPreview),
    notes: idRow ? repeatedIds(names, idRow) : [],
  }
}

// In numbers: 1 preview, 2 test, 9 and 17 previews that were marked as spam or made offline.
function isPreview(text: string): boolean {
  return /preview|test/i.test(text) || ['1', '2', '9', '17'].includes(text)
}

const idCell = /^\{["']?ImportId["']?\s*:/

/** Survey programs write a row of ids under the names and the questions; a stray cell is a contradiction. */
function holdsIds({ texts }: HeaderTexts): boolean {
  const filled = texts.filter((text) => text !== '')
  return filled.length > 0 && filled.filter((text) => idCell.test(text)).length > filled.length / 2
}

function readId(text: string): { id: string; choice?: string } {
  const id = /ImportId["']?\s*:\s*["']?([^"',}]*)/.exec(text)?.[1] ?? ''
  const choice = /choiceId["']?\s*:\s*["']?([^"',}]*)/.exec(text)?.[1]
  return { id, choice }
}

/** Without ids: whether the second row repeats the names of the metadata in words (`Start Date`). */
function holdsQuestions(names: HeaderTexts, row: HeaderTexts | undefined): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')
  const dates = ['startdate', 'enddate', 'recordeddate', 'responseid']
  return names.texts.some((text, index) => {
    const name = plain(text)
    return dates.includes(name) && plain(row?.texts[index] ?? '') === name
  })
}

/** Header rows must be of one width, and a row of ids must hold ids alone. */
function demandOneShape(names: HeaderTexts, others: readonly (HeaderTexts | undefined)[]): void {
  const width = ({ texts }: HeaderTexts): number => texts.findLastIndex((text) => text !== '') + 1
  for (const other of others) {
    if (!other || width(other) === width(names)) continue
    const words = say`The header rows contradict each other: row ${names.number} ends at column ${width(names)}, row ${other.number} at column ${width(other)}. Correct the file, or say how many rows at the top are no answers.`
    throw new ImportRefusal('validation', words, ['file', 'headerRows'], { row: other.number })
  }
  const ids = others[1]
  const stray = ids?.texts.findIndex((text) => text !== '' && !idCell.test(text)) ?? -1
  if (!ids || stray === -1) return
  const column = names.texts[stray] ?? ''
  const words = say`The header rows contradict each other: row ${ids.number} holds ids, but "${(ids.texts[stray] ?? '').slice(0, 40)}" in column "${column}". Correct the file, or say how many rows at the top are no answers.`
  throw new ImportRefusal('validation', words, ['file', 'headerRows'], { row: ids.number, column })
}

function repeatedIds(names: HeaderTexts, ids: HeaderTexts): ImportNote[] {
  return ids.texts.flatMap((text, index) => {
    const first = text === '' ? index : ids.texts.indexOf(text)
    if (first === index) return []
    const [one, other] = [names.texts[first] ?? '', names.texts[index] ?? '']
    const words = say`Row ${ids.number} gives the columns "${one}" and "${other}" the same id: they are read as two questions.`
    return [noteOn(words, { row: ids.number, column: other })]
  })
}

/** Columns such as `Q5_1` and `Q5_2` whose questions begin with the same words: choices, or rows of a matrix. */
function partsOf(columns: readonly ExportColumn[]): { header: string; question: string; members: QuestionPart[] }[] {
  const numbered = columns.flatMap(({ header, metadata: kind }, index) => {
    const stem = /^(.+?)_-?\d+(?:_TEXT)?$/.exec(header)?.[1]
    return stem === undefined || kind !== null ? [] : [{ stem, index }]
  })
  return [...Map.groupBy(numbered, ({ stem }) => stem)].flatMap(([header, all]) => {
    const wordings = all.map(({ index }) => columns[index]?.wording ?? '')
    const question = commonQuestion(wordings)
    if (question === '') return []
    const members = all.map(({ index }, at) => ({
      index,
      question,
      label: (wordings[at] ?? '').slice(question.length).replace(/^\s*-\s*/, ''),
    }))
    return [{ header, question, members }]
  })
}

/** A question with more dashes is not searched for the one before its rows. */
const mostDashes = 20

/** The words before a dash that all wordings begin with; '' for none. Older exports write no spaces around the dash. */
function commonQuestion(wordings: readonly string[]): string {
  const [first = '', ...others] = wordings
  for (const dash of [' - ', '-']) {
    let tries = mostDashes
    for (let end = first.lastIndexOf(dash); end > 0 && tries > 0; end = first.lastIndexOf(dash, end - 1)) {
      tries--
      const start = first.slice(0, end + dash.length)
      if (others.every((wording) => wording.startsWith(start))) return first.slice(0, end)
    }
  }
  return ''
}
