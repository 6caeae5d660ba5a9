import type { Cell, Column } from './analytics-store.ts'
import type { ResponseRow } from './response-row.ts'

/** What the table of texts has as the question of a field of the contact: a negative number. */
export const contactTexts = { name: -1, email: -2, phone: -3, language: -4 } as const

/** Column of texts: 1 where the response has an alert, or else 0. Alerts are few, and their texts are searched alone. */
export const ofAlertColumn = 'of_alert'

/** The columns of the table of texts. */
export const textColumns: readonly Column[] = [
  { name: 'response_id', type: 'int64' },
  { name: 'question_id', type: 'int32' },
  { name: 'text', type: 'text' },
  // In lower case, converted here because engines differ on letters outside ASCII.
  { name: 'lowered', type: 'text', isSearched: true },
  { name: 'lang', type: 'text' },
  { name: ofAlertColumn, type: 'int8' },
]

/** Values of `textColumns`. */
export type TextValues = [Cell[], Cell[], Cell[], Cell[], Cell[], Cell[]]

/** Adds an answer or another text of a response. `language` is that of an answer; null where it is not known. */
export function addText(
  into: TextValues,
  row: ResponseRow,
  question: number,
  text: string,
  language: string | null,
): void {
  const own = copyOf(text)
  into[0].push(row.id)
  into[1].push(question)
  into[2].push(own)
  into[3].push(own.toLowerCase())
  into[4].push(language)
  into[5].push(Number(hasAlerts(row)))
}

/** Adds the texts of a response's contact. */
export function addContact(into: TextValues, row: ResponseRow, contact: NonNullable<ResponseRow['contact']>): void {
  for (const [field, question] of Object.entries(contactTexts)) {
    const text = contact[field]
    if (typeof text === 'string' && text !== '') addText(into, row, question, text, null)
  }
}

/** A text of its own: one that was cut out of a longer one keeps all of that in memory until it is stored. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

function hasAlerts({ alerts: { open, processing, closed } }: ResponseRow): boolean {
  return open + processing + closed > 0
}
