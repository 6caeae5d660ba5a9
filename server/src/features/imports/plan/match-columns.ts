import { nearest } from '@gensvar/contract/configuration/suggest'
import { say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { shortName } from './blank-columns.ts'
import { demandColumn } from './demand-column.ts'
import type { ExistingQuestion, ExistingSurvey } from './existing-survey.ts'
import type { NamedColumn } from './name-columns.ts'
import { everything } from './plan-views.ts'

/** The word for a column that is none of the survey's questions. */
const newQuestion = 'new'

/**
 * Gives columns the names of the survey's questions: those of `match` (question by column), else those made from a
 * column of the same name. Throws `validation` for a column or question that does not exist.
 */
export function matchColumns(
  columns: readonly NamedColumn[],
  existing: ExistingSurvey,
  match: Readonly<Record<string, string>>,
): NamedColumn[] {
  const asked = new Map(
    Object.entries(match).map(([name, question]) => [demandColumn(columns, name, 'match'), question] as const),
  )
  const taken = new Set<string>()
  const take = (column: NamedColumn, question: ExistingQuestion | undefined): NamedColumn => {
    if (!question) return column
    taken.add(question.variable)
    return { ...column, variable: question.variable, title: question.title || column.title }
  }
  for (const [column, variable] of asked)
    if (variable !== newQuestion) demandQuestion(column, variable, existing, taken)
  const known = (column: NamedColumn): NamedColumn => {
    const variable = asked.get(column)
    if (variable !== undefined)
      return take(
        column,
        existing.questions.find((question) => question.variable === variable),
      )
    const question = existing.questions.find(
      (one) =>
        !taken.has(one.variable) &&
        (column.parts === null || one.type === 'multiple') &&
        (one.header === '' ? one.variable === column.variable : one.header === column.header),
    )
    return take(column, question)
  }
  // A question of several columns goes before one of them that has the same name.
  const wholes = columns.filter(({ parts }) => parts !== null).map(known)
  return [...columns.filter(({ parts }) => parts === null).map(known), ...wholes]
}

function demandQuestion(column: NamedColumn, variable: string, existing: ExistingSurvey, taken: Set<string>): void {
  const names = existing.questions.map((question) => question.variable)
  if (!names.includes(variable)) {
    const near = nearest(variable, names)
    const words =
      near === undefined
        ? say`The survey has no question "${variable}" for the column "${column.header}".`
        : say`The survey has no question "${variable}" for the column "${column.header}". Did you mean "${near}"?`
    throw new ImportRefusal('validation', words, 'match', { column: column.header })
  }
  if (taken.has(variable)) {
    const words = say`Two columns are matched with the question "${variable}".`
    throw new ImportRefusal('validation', words, 'match', { column: column.header })
  }
  taken.add(variable)
}

/**
 * Checks that no column looks like a question the file lacks under another name, which an import would split in two.
 * Throws `validation` naming the column, unless `match` says what it is. Returns notes on the columns that are new.
 */
export function checkRenamed(
  columns: readonly NamedColumn[],
  existing: ExistingSurvey | null,
  match: Readonly<Record<string, string>>,
  row: number,
): ImportNote[] {
  if (!existing || existing.questions.length === 0) return []
  const missing = existing.questions.filter(
    ({ variable }) => variable !== everything && !columns.some((column) => column.variable === variable),
  )
  const fresh = columns.filter(
    ({ variable, metadata, header }) =>
      metadata === null && header !== '' && !existing.questions.some((question) => question.variable === variable),
  )
  for (const { header, variable } of fresh) {
    if (match[header] === newQuestion || match[variable] === newQuestion) continue
    const names = new Map(missing.map((question) => [question.header || question.variable, question]))
    const near = names.get(nearest(header, names.keys()) ?? '')
    if (!near || withoutDigits(near.header) === withoutDigits(header)) continue
    const words = say`Row ${row}, column "${header}": the survey has no question of this name, and the file no column for its question "${near.header || near.variable}" (${near.variable}). Say whether they are the same question or the column is a new one.`
    throw new ImportRefusal('validation', words, 'match', { row, column: header })
  }
  if (fresh.length === 0) return []
  const names = fresh.map(({ header }) => shortName(header)).join(', ')
  return [noteOn(say`New questions for the survey: ${names}.`, {}, 'match')]
}

// Q8 and Q9 are different questions, however near their names are.
function withoutDigits(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#')
}
