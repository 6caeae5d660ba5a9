import { Count, say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { headerWords, isAbout } from '../profile/header-words.ts'
import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell, TableRow } from '../tables/cell.ts'
import { batchRowsOf } from '../tables/table.ts'
import type { Table } from '../tables/table.ts'
import { shortName } from './blank-columns.ts'
import type { ExistingSurvey } from './existing-survey.ts'
import { nameColumns } from './name-columns.ts'
import type { Repeated } from './repeated-ids.ts'

/** Cells of a file that can be turned at most, and rows: they are held in memory. */
const mostCells = 4_000_000
const mostRows = 200_000
const mostQuestions = 300
/** Share of the rows or responses for which something must be so. */
const nearlyAll = 0.95

/** Indexes of the columns of a table with one row for each answer. */
interface LongShape {
  id: number
  question: number
  answer: number
}

/**
 * A table with one row for each response, made of one with a row for each answer: a respondent's id that is repeated, a
 * column of questions and one of answers. Says so in the notes; another table is returned as it is, and so is one whose
 * rows are all to count (`repeated`). Reads the file once if its headers suggest that it is such a table. Throws
 * `too_large` for one with too many rows.
 */
export async function oneRowPerResponse(
  table: Table,
  { repeated, existing, signal }: { repeated: Repeated | null; existing: ExistingSurvey | null; signal?: AbortSignal },
): Promise<Table> {
  const named = namedLikeLong(table)
  if (!named || (repeated !== null && repeated !== 'all')) return table
  const most = Math.min(mostRows, Math.floor(mostCells / table.headers.length))
  const rows: TableRow[] = []
  for await (const batch of table.rows({ signal })) {
    for (const row of batch) rows.push(row)
    if (rows.length > most) break
  }
  const shape = shapeOf(table, rows, named)
  // A survey whose responses were single answers before keeps to that.
  if (!shape || isAnswered(nameColumns(table)[shape.answer]?.variable, existing)) return table
  const [id, question, answer] = [shape.id, shape.question, shape.answer].map((index) => table.headers[index] ?? '')
  if (repeated === 'all') {
    const words = say`The file has one row for each answer, not for each response: "${question ?? ''}" holds questions and "${answer ?? ''}" answers. All rows count as responses of their own, as was chosen, so one person counts several times.`
    return { ...table, notes: [...table.notes, noteOn(words, { column: answer }, 'repeated')] }
  }
  if (rows.length > most) {
    const words = say`The file has one row for each answer, and more than ${new Count(most)} rows. Turn it into one row for each "${id ?? ''}" with a column for each question (a pivot table), or choose that all rows count.`
    throw new ImportRefusal('too_large', words, ['file', 'repeated'], { column: id })
  }
  return turned(table, rows, shape)
}

function isAnswered(variable: string | undefined, existing: ExistingSurvey | null): boolean {
  return existing?.questions.some((question) => question.variable === variable) ?? false
}

interface Named {
  questions: number[]
  answers: number[]
  ids: number[]
}

const questionWords = new Set('question questions item fråga frågan frågor spørsmål spørgsmål kysymys frage'.split(' '))
const answerWords = new Set('answer answers response responses value svar svaret vastaus antwort'.split(' '))

function namedLikeLong({ headers, product }: Table): Named | null {
  // The exports of survey products have a column for each question.
  if (product !== null) return null
  const where = (isSuch: (header: string) => boolean): number[] =>
    headers.flatMap((header, index) => (isSuch(header) ? [index] : []))
  const named = {
    questions: where((header) => headerWords(header).some((word) => questionWords.has(word))),
    answers: where((header) => headerWords(header).some((word) => answerWords.has(word))),
    ids: where((header) => isAbout(header, 'key') || isAbout(header, 'person')),
  }
  return Object.values(named).every((found) => found.length > 0) ? named : null
}

function shapeOf({ headers }: Table, rows: readonly TableRow[], named: Named): LongShape | null {
  const question = named.questions
    .map((index) => ({ index, texts: textsOf(rows, index) }))
    .filter(({ texts }) => texts.size >= 2 && texts.size <= Math.min(mostQuestions, rows.length / 4))
    .map(({ index, texts }) => ({ index, like: likeQuestions(headers[index] ?? '', [...texts]) }))
    .toSorted((a, b) => b.like - a.like)[0]
  if (!question || question.like === 0) return null
  const id = named.ids
    .filter((index) => index !== question.index && isRepeatedId(rows, index, question.index))
    .toSorted((a, b) => Number(isAbout(headers[b] ?? '', 'key')) - Number(isAbout(headers[a] ?? '', 'key')))[0]
  if (id === undefined) return null
  const answer = named.answers.find(
    (index) => index !== id && index !== question.index && !isOfResponse(rows, id, index),
  )
  return answer === undefined ? null : { id, question: question.index, answer }
}

function textsOf(rows: readonly TableRow[], index: number): Set<string> {
  const texts = new Set<string>()
  for (const { cells } of rows) {
    if (!isBlank(cells[index] ?? null)) texts.add(cellText(cells[index] ?? null))
    if (texts.size > mostQuestions) break
  }
  return texts
}

/** How much texts look like questions: by their question marks, their length and the column's name. */
function likeQuestions(header: string, texts: readonly string[]): number {
  const asked = texts.filter((text) => text.endsWith('?')).length / texts.length
  const long = texts.filter((text) => text.length <= 300 && text.split(/\s+/u).length >= 3).length / texts.length
  return asked + long / 2 + (headerWords(header).length <= 2 && questionWords.has(headerWords(header)[0] ?? '') ? 1 : 0)
}

/** Whether a column holds ids that several rows have, each with another question. */
function isRepeatedId(rows: readonly TableRow[], id: number, question: number): boolean {
  const ids = new Set<string>()
  const pairs = new Set<string>()
  for (const { cells } of rows) {
    if (isBlank(cells[id] ?? null)) continue
    const text = cellText(cells[id] ?? null)
    ids.add(text)
    pairs.add(`${text}\n${cellText(cells[question] ?? null)}`)
  }
  return ids.size >= 2 && pairs.size >= nearlyAll * rows.length && ids.size <= 0.8 * rows.length
}

/** Whether a column is of the whole response: the same in all rows of an id. */
function isOfResponse(rows: readonly TableRow[], id: number, index: number): boolean {
  const first = new Map<string, string>()
  const other = new Set<string>()
  for (const { cells } of rows) {
    const [key, text] = [cellText(cells[id] ?? null), cellText(cells[index] ?? null)]
    if (text === '') continue
    const known = first.get(key)
    if (known === undefined) first.set(key, text)
    else if (known !== text) other.add(key)
  }
  return other.size <= (1 - nearlyAll) * first.size
}

function turned(table: Table, rows: readonly TableRow[], { id, question, answer }: LongShape): Table {
  const rest = table.headers.flatMap((_, index) => (index === question || index === answer ? [] : [index]))
  const kept = rest.filter((index) => index === id || isOfResponse(rows, id, index))
  const places = new Map<string, number>()
  const responses = new Map<string, TableRow>()
  let repeats = 0
  for (const { number, cells } of rows) {
    const [key, asked] = [cellText(cells[id] ?? null), cellText(cells[question] ?? null)]
    // A row without an id is a response of its own.
    const name = key === '' ? `\n${number}` : key
    const response = responses.get(name) ?? { number, cells: kept.map((index) => cells[index] ?? null) }
    responses.set(name, response)
    if (asked === '') continue
    const place = places.get(asked) ?? kept.length + places.size
    places.set(asked, place)
    if (!isBlank(response.cells[place] ?? null)) repeats++
    response.cells[place] = cells[answer] ?? null
  }
  const all = [...responses.values()]
  for (const { cells } of all) fill(cells, kept.length + places.size)
  const left = rest.filter((index) => !kept.includes(index)).map((index) => shortName(table.headers[index] ?? ''))
  const names = [id, question, answer].map((index) => table.headers[index] ?? '')
  return {
    ...table,
    headers: [...kept.map((index) => table.headers[index] ?? ''), ...places.keys()],
    wordings: [...kept.map((index) => table.wordings[index] ?? ''), ...Array.from(places, () => '')],
    notes: [
      ...table.notes,
      ...turnedNotes(names, { rows: rows.length, responses: all.length, questions: places.size, repeats, left }),
    ],
    async *rows(options) {
      const batchRows = batchRowsOf(kept.length + places.size)
      for (let from = 0; from < all.length; from += batchRows) {
        options?.signal?.throwIfAborted()
        yield all.slice(from, from + batchRows)
        options?.onProgress?.((table.total * Math.min(all.length, from + batchRows)) / all.length)
      }
    },
  }
}

function fill(cells: Cell[], length: number): void {
  for (let index = 0; index < length; index++) cells[index] ??= null
}

function turnedNotes(
  [id = '', question = '', answer = '']: readonly string[],
  found: { rows: number; responses: number; questions: number; repeats: number; left: readonly string[] },
): ImportNote[] {
  const [rows, responses] = [new Count(found.rows), new Count(found.responses)]
  const turnedWords = say`The file has one row for each answer: its ${rows} rows are turned into ${responses} responses, one for each "${id}", with a column for each of ${new Count(found.questions)} questions in "${question}" and its answers from "${answer}". If each row is a response of its own, choose that all count.`
  const notes = [noteOn(turnedWords, { column: question }, 'repeated')]
  if (found.repeats > 0) {
    const words = say`Answers to a question that a later row of the same "${id}" answers again: ${new Count(found.repeats)}. The last one counts.`
    notes.push(noteOn(words, { column: answer }))
  }
  if (found.left.length > 0) {
    const words = say`Left out, as they differ between the answers of one response: ${found.left.join(', ')}.`
    notes.push(noteOn(words, { column: found.left[0] }))
  }
  return notes
}
