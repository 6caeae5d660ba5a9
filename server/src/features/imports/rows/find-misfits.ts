import type { Question } from '#server/domain/survey/survey-model.ts'
import type { ImportRefusal } from '../import-words.ts'
import { dateForms } from '../profile/date-forms.ts'
import { missingTest } from '../profile/not-answered.ts'
import { readNumber } from '../profile/number-text.ts'
import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell } from '../tables/cell.ts'
import type { Table } from '../tables/table.ts'
import { misfitWords } from './find-errors.ts'
import type { RowErrors } from './find-errors.ts'

/**
 * Adds the cells of a column that cannot be answers to its question, whatever its other cells look like. Where each could
 * be one, the reason why the column cannot be read is the error.
 */
export async function findMisfits(
  table: Table,
  index: number,
  question: Question,
  refusal: ImportRefusal,
  errors: RowErrors,
): Promise<void> {
  const name = table.headers[index] || String(index + 1)
  const { notAnswered, steps } = question.format
  const isMissing = missingTest(Array.isArray(notAnswered) ? (notAnswered as (string | number)[]) : [])
  const known = new Set(typeof steps === 'object' && steps !== null ? Object.keys(steps) : [])
  const kind = question.type === 'scale' && known.size > 0 ? 'step' : question.type
  const before = errors.count
  for await (const batch of table.rows()) {
    for (const { number, cells } of batch) {
      const cell = cells[index] ?? null
      const text = cellText(cell)
      if (isBlank(cell) || isMissing(cell, text) || known.has(text) || canBe(question.type, cell, text)) continue
      errors.add(number, name, text, (read) => misfitWords(kind, number, name, read))
    }
  }
  if (errors.count === before) errors.add(refusal.where.row ?? 0, name, '', () => refusal.words)
}

function canBe(type: Question['type'], cell: Cell, text: string): boolean {
  if (type === 'date') return cell instanceof Date || dateForms.some((form) => form.read(text) !== null)
  const { dot, comma } = readNumber(text)
  return dot !== null || comma !== null
}
