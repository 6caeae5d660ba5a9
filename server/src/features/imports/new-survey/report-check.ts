import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { pickText } from '@gensvar/contract/local-text'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import { choiceLabel } from '../doubts/doubt-words.ts'
import { choicesOf, doubtId } from '../doubts/doubt.ts'
import type { ImportResult, LeftOut, PlannedTable } from '../import-request.ts'
import type { ImportField, ImportNote } from '../import-words.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { shorten } from '../report.ts'
import type { ColumnReport } from '../report.ts'

type Column = NewSurveyCheck['columns'][number]
type Note = NewSurveyCheck['notes'][number]

/** Most values shown of a column. */
const mostExamples = 5

/** What was understood of a file, in the reader's language and by the columns' positions. */
export function reportCheck(
  result: ImportResult,
  { table, plan, doubts, leftOut: left }: PlannedTable,
  { options, locale }: { options: NewSurveyOptions; locale: Locale },
): Omit<NewSurveyCheck, 'page'> {
  const said = (words: Words | ''): string => (words === '' ? '' : translate(words, locale))
  const noteOf = (note: ImportNote): Note => ({
    message: said(note.words),
    row: note.where.row ?? note.where.line ?? null,
    column: note.where.column ?? null,
    field: optionOf(note.field),
    doubt: note.doubt ?? null,
  })
  const indexOf = (variable: string | null): number | null => {
    const index = plan.columns.find((column) => column.variable === variable)?.index
    return index === undefined || index < 0 ? null : index
  }
  const date = plan.columns.find(({ variable }) => variable === plan.roles.eventDate)
  const reports = new Map(result.columns.map((report) => [report.variable, report]))
  const understood = plan.columns
    .filter(({ index }) => index >= 0)
    .flatMap((column): Column[] => {
      const report = reports.get(column.variable)
      return report ? [columnOf(column, report, plan, { said, noteOf, locale })] : []
    })
  return {
    rows: result.rows,
    sheet: table.sheet,
    sheets: table.sheetNames,
    headerRows: Math.max(options.headerRows ?? 0, table.product?.headerRows ?? 1, table.namesRow),
    columns: [...understood, ...left.map(leftOut)].toSorted((a, b) => placeOf(a) - placeOf(b)),
    notes: result.notes.map(noteOf),
    doubts: doubts.map(({ doubt, words }) => {
      const id = doubtId(doubt)
      const told = result.doubts.find((one) => one.id === id)
      const text = said(words)
      const column = plan.columns.find(({ variable }) => variable === doubt.variable)
      return {
        id,
        kind: doubt.kind,
        variable: doubt.variable,
        title: column ? titleOf(column, locale) : doubt.variable,
        words: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
        choices: choicesOf[doubt.kind].map((name) => ({ name, label: said(choiceLabel(name)) })),
        chosen: told?.chosen ?? choicesOf[doubt.kind][0],
        isDecided: told?.isDecided ?? false,
      }
    }),
    suggestedKey: indexOf(plan.suggestedKey),
    hierarchy: (plan.views[0]?.levels ?? []).flatMap((variable) => indexOf(variable) ?? []),
    date: indexOf(plan.roles.eventDate),
    dateFormat: date?.plan.type === 'date' ? date.plan.form.name : null,
    key: indexOf(plan.roles.key),
    main: indexOf(plan.roles.main),
  }
}

interface Telling {
  said: (words: Words | '') => string
  noteOf: (note: ImportNote) => Note
  locale: Locale
}

function columnOf(column: PlannedColumn, report: ColumnReport, plan: ImportPlan, telling: Telling): Column {
  const { said, noteOf, locale } = telling
  const { plan: answers, profile, index, parts } = column
  const scale = answers.type === 'scale' ? answers : null
  return {
    index,
    parts: parts?.map((part) => part.index) ?? [],
    name: said(report.column),
    variable: column.variable,
    title: titleOf(column, locale),
    type: answers.type,
    typeText: said(report.type),
    min: scale?.min ?? null,
    max: scale?.max ?? null,
    range: said(report.range ?? ''),
    blanks: report.blanks,
    distinct: report.distinct,
    roles: rolesOf(column.variable, plan),
    roleText: said(report.role),
    examples: [...profile.values.keys()].slice(0, mostExamples).map(shorten),
    warnings: report.warnings.map(noteOf),
    leftOut: false,
  }
}

function leftOut({ index, name, example }: LeftOut): Column {
  return {
    index,
    parts: [],
    name: name === '' ? String(say`(column ${index + 1})`) : name,
    variable: '',
    title: name,
    type: null,
    typeText: '',
    min: null,
    max: null,
    range: '',
    blanks: 0,
    distinct: '',
    roles: [],
    roleText: '',
    examples: example === '' ? [] : [shorten(example)],
    warnings: [],
    leftOut: true,
  }
}

/** Questions of several columns stand where the first of these is. */
function placeOf({ index, parts }: Column): number {
  return parts.length === 0 ? index : Math.min(...parts)
}

function titleOf({ settings, title }: PlannedColumn, locale: Locale): string {
  return pickText((settings?.title ?? title) as LocalText, locale)
}

function rolesOf(variable: string, { views, roles }: ImportPlan): Column['roles'] {
  const { contact, drivers, recommend } = roles
  return [
    ...(views.some(({ levels }) => levels.includes(variable)) ? (['level'] as const) : []),
    ...(roles.eventDate === variable ? (['date'] as const) : []),
    ...(roles.key === variable ? (['key'] as const) : []),
    ...(roles.main === variable ? (['main'] as const) : []),
    ...(drivers.includes(variable) ? (['driver'] as const) : []),
    ...(recommend?.variable === variable ? (['recommendation'] as const) : []),
    ...(Object.values(contact).includes(variable) ? (['contact'] as const) : []),
  ]
}

/** The option that a field of an import's request is set by here. */
export function optionOf(field: ImportField | undefined): Note['field'] {
  if (field === undefined || field === 'match') return null
  if (field === 'decide') return 'decisions'
  return field === 'config' ? 'columns' : field
}
