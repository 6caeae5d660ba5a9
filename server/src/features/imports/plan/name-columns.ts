import { say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ChoiceGroup, ChoicePart, MetadataKind, ProductExport } from '../products/product.ts'

/** A column of the file, or several that are one question, under the name its answers will have. */
export interface NamedColumn {
  /** Index in the file, from 0; questions made of several columns come after the last of the file. */
  index: number
  /** As written in the file; '' where blank. */
  header: string
  variable: string
  title: string
  /** The full question; '' if the file does not have it. */
  wording: string
  /** The column's name and question, to recognise what it is about. */
  about: string
  /** What a survey product recorded in it besides the answers; null for a question. */
  metadata: MetadataKind | null
  /** The question whose row the column is; null for a question of its own. */
  partOf: string | null
  /** The columns of the choices, if the question has several of the file; null for one. */
  parts: readonly ChoicePart[] | null
  warnings: ImportNote[]
}

const identifier = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u
/** Reserved names in drill paths, filters and expressions. */
const reserved = new Set([
  'and',
  'or',
  'not',
  'in',
  'where',
  'view',
  'root',
  'none',
  'sel',
  'campaign',
  'samplestate',
  'illegal',
])
const longestName = 60
/** A longer question is not used as a title. */
const longestTitle = 80

/** What a table says of its columns. */
export interface TableHead {
  headers: readonly string[]
  /** The full questions; '' for none. */
  wordings?: readonly string[]
  product?: ProductExport | null
}

/**
 * Names the columns of a table: a header that is an identifier stays as it is, others become one. Blank headers are
 * named by their position (`column_7`), repeated ones get a number (`name_2`); both with a warning. `dateIndex` is the
 * column that may be called `date`, because it is the event date.
 */
export function nameColumns({ headers, wordings, product }: TableHead, dateIndex: number | null = null): NamedColumn[] {
  const used = new Set<string>()
  const seen = new Set<string>()
  const named = (index: number, raw: string, hint: Pick<ChoiceGroup, 'name' | 'title'>, asked: string): NamedColumn => {
    const header = plainSpaces(raw)
    const warnings: ImportNote[] = []
    const wanted = header === '' ? `column_${index + 1}` : variableOf(hint.name ?? header, index)
    if (header === '') warnings.push(noteOn(say`the header is blank: named ${wanted}`))
    const clashes = (name: string): boolean =>
      used.has(name.toLowerCase()) || (name.toLowerCase() === 'date' && index !== dateIndex)
    let variable = wanted
    for (let number = 2; clashes(variable); number++) variable = `${wanted}_${number}`
    if (variable !== wanted && !used.has(wanted.toLowerCase()))
      warnings.push(noteOn(say`the header "${header}" is the name of the event date: named ${variable}`))
    else if (variable !== wanted && seen.has(header.toLowerCase()))
      warnings.push(noteOn(say`the header "${header}" occurs more than once: named ${variable}`))
    used.add(variable.toLowerCase())
    if (header !== '') seen.add(header.toLowerCase())
    const wording = plainSpaces(asked)
    const title = withoutColon(
      hint.title ??
        (wording !== '' && wording.length <= longestTitle
          ? wording
          : titleOf(header === '' ? variable : (hint.name ?? header))),
    )
    const about = wording === '' || wording === header ? header : `${header} ${wording}`.trim()
    return { index, header, variable, title, wording, about, metadata: null, partOf: null, parts: null, warnings }
  }
  const columns = headers.map((header, index): NamedColumn => {
    const known = product?.columns[index]
    const column = named(index, header, known ?? {}, wordings?.[index] ?? '')
    return { ...column, metadata: known?.metadata ?? null, partOf: known?.partOf ?? null }
  })
  const groups = (product?.groups ?? []).map((group, place): NamedColumn => {
    // The joined column, which has the same name, gives way.
    if (group.joined !== null) release(columns[group.joined], used, seen)
    return { ...named(headers.length + place, group.header, group, group.wording), parts: group.parts }
  })
  return [...columns, ...groups]
}

function release(column: NamedColumn | undefined, used: Set<string>, seen: Set<string>): void {
  used.delete(column?.variable.toLowerCase() ?? '')
  seen.delete(column?.header.toLowerCase() ?? '')
}

function plainSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A title without the marks that lead to the answer on a form: "Semester::" becomes "Semester". */
function withoutColon(title: string): string {
  return title.replace(/[\s:;,]+$/u, '') || title
}

/** A name for people: `overall_rating` and `overallRating` become "Overall rating"; a sentence stays as it is. */
export function titleOf(name: string): string {
  if (/\s/.test(name)) return name
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[_\-.\s]+/)
    .filter((word) => word !== '')
  const text = words.map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase())).join(' ')
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1)
}

function variableOf(header: string, index: number): string {
  if (identifier.test(header) && header.length <= longestName) {
    return reserved.has(header.toLowerCase()) ? `${header}_` : header
  }
  const words = header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  const short = words.length > longestName ? words.slice(0, longestName).replace(/_[^_]*$/, '') : words
  if (short === '') return `column_${index + 1}`
  const name = /^\p{N}/u.test(short) ? `q_${short}` : short
  return reserved.has(name) ? `${name}_` : name
}
