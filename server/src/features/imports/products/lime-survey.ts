import { bracketedColumns } from './bracketed.ts'
import { columnAt, kindOf } from './product.ts'
import type { HeaderTexts, MetadataKind, ProductExport } from './product.ts'

const metadata: Readonly<Record<string, MetadataKind>> = {
  id: 'id',
  'response id': 'id',
  submitdate: 'completed',
  'date submitted': 'completed',
  datestamp: 'date',
  'date last action': 'date',
  startdate: 'started',
  'date started': 'started',
  lastpage: 'number',
  'last page': 'number',
  startlanguage: 'language',
  'start language': 'language',
  seed: 'technical',
  token: 'technical',
  'access code': 'technical',
  ipaddr: 'technical',
  'ip address': 'technical',
  refurl: 'technical',
  'referrer url': 'technical',
  firstname: 'name',
  'first name': 'name',
  lastname: 'name',
  'last name': 'name',
  email: 'email',
  'email address': 'email',
  interviewtime: 'number',
  'antwort id': 'id',
  'datum abgeschickt': 'completed',
  'letzte seite': 'number',
  'start-sprache': 'language',
  zufallsgeneratorstartwert: 'technical',
  'total time': 'number',
}

/** Times of pages and questions. */
const timing = /^(?:group ?time|question ?time|gruppenzeit|gesamtzeit)/i

/** The expression of a computed value, in place of a question. */
const expression = /^\{.*\}$/

/** `G01Q01[SQ001]. How was it? [Staff]`: code and text in one header. */
const codeAndText = /^([\p{L}_][\p{L}\p{N}_]*(?:\[[^\]]+\])*)\.\s+(\S.*)$/su

/**
 * An export of LimeSurvey: one header row of codes, of questions, or of both. A response without a date of submission
 * is not finished.
 */
export function recogniseLimeSurvey([names]: readonly HeaderTexts[]): ProductExport | null {
  if (!names) return null
  const split = names.texts.map((text) => codeAndText.exec(text))
  const both = split[0]?.[1] === 'id'
  const headers = names.texts.map((text, index) => (both ? (split[index]?.[1] ?? text) : text))
  const wordings = both ? names.texts.map((_, index) => split[index]?.[2] ?? '') : []
  const known = headers.map(unabbreviated)
  const has = (...any: string[]): boolean => any.some((name) => columnAt(known, name) !== -1)
  const isExport =
    has('id', 'response id', 'antwort id') &&
    has('submitdate', 'date submitted', 'datum abgeschickt') &&
    has('lastpage', 'last page', 'startlanguage', 'start language', 'seed', 'letzte seite')
  if (!isExport) return null
  const kinds = known.map(
    (header) =>
      kindOf(metadata, header) ?? (timing.test(header) ? 'number' : expression.test(header) ? 'technical' : null),
  )
  const submitted = kinds.indexOf('completed')
  return {
    product: 'LimeSurvey',
    headerRows: 1,
    ...bracketedColumns(headers, kinds, wordings),
    joinedBy: null,
    unfinished: { index: submitted, marks: isNotSubmitted },
    preview: null,
    notes: [],
  }
}

/** The full name of a column of metadata that an export cut off: `Datum Abgeschic..`. */
function unabbreviated(header: string): string {
  const cut = /^(.{2,}?)\.\.\s*$/su.exec(header)?.[1]?.toLowerCase()
  if (cut === undefined) return header
  return Object.keys(metadata).find((name) => name === cut || (cut.length >= 8 && name.startsWith(cut))) ?? header
}

// Some exports write a word for a date that is missing.
function isNotSubmitted(text: string): boolean {
  return text === '' || /^(?:n\/a|null)$/i.test(text)
}
