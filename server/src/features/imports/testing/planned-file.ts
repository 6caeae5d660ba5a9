import { onTestFinished } from 'vitest'
import { decideImport } from '../doubts/decide-import.ts'
import { analyseTable } from '../plan/analyse.ts'
import { chooseRows } from '../plan/choose-rows.ts'
import { demandColumn } from '../plan/demand-column.ts'
import type { ImportNote } from '../import-words.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { oneRowPerResponse } from '../plan/long-rows.ts'
import { makePlan, missingTests } from '../plan/make-plan.ts'
import type { PlanOptions } from '../plan/plan-options.ts'
import { nameColumns } from '../plan/name-columns.ts'
import { idColumn } from '../plan/repeated-ids.ts'
import type { Repeated } from '../plan/repeated-ids.ts'
import { reportColumns } from '../report.ts'
import type { ColumnReport } from '../report.ts'
import { openTable } from '../tables/open-table.ts'
import { testFile } from './test-files.ts'

/** How a file is opened and which of its rows are chosen. */
interface FileOptions {
  headerRows?: number
  repeated?: Repeated
}

/** Plans the import of a csv given as text into a new survey. */
export async function planText(
  text: string,
  options: Partial<PlanOptions> = {},
  file: FileOptions = {},
): Promise<ImportPlan> {
  return planFile(await testFile('plan.csv', text), options, file)
}

/** Plans the import of a file into a new survey. */
export async function planFile(
  path: string,
  options: Partial<PlanOptions> = {},
  { headerRows, repeated }: FileOptions = {},
): Promise<ImportPlan> {
  const opened = await openTable(path, { headerRows })
  onTestFinished(() => opened.close())
  const file = await oneRowPerResponse(opened, { repeated: repeated ?? null, existing: null })
  const all = {
    hierarchy: null,
    date: null,
    dateFormat: null,
    key: null,
    main: null,
    views: null,
    include: [],
    keepBlank: false,
    match: {},
    questions: {},
    locale: 'en',
    ...options,
  }
  const key = all.key === null ? null : demandColumn(nameColumns(file), all.key, 'key').index
  const table = await chooseRows(file, { key, include: all.include, repeated: repeated ?? null })
  const id = repeated === 'all' ? null : idColumn(table)
  const analysis = await analyseTable(table, { key, id, missing: missingTests(table, all, null) })
  const plan = await makePlan(table, analysis, all, null)
  return decideImport(plan, [], []).plan
}

/** A column's report in English. */
interface EnglishReport extends Pick<ColumnReport, 'variable' | 'blanks' | 'distinct'> {
  type: string
  range: string
  warnings: string[]
}

/** The report of a plan by variable, in English. */
export function byVariable(plan: ImportPlan): Record<string, EnglishReport> {
  return Object.fromEntries(
    reportColumns(plan).map((column) => [
      column.variable,
      { ...column, type: String(column.type), range: String(column.range ?? ''), warnings: english(column.warnings) },
    ]),
  )
}

/** What notes say in English. */
export function english(notes: readonly ImportNote[] = []): string[] {
  return notes.map(({ words }) => String(words))
}

/** A csv of `rows` rows, each generated from its number. */
export function csvOf(
  headers: readonly string[],
  rows: number,
  row: (index: number) => readonly (string | number)[],
): string {
  const lines = Array.from({ length: rows }, (_, index) =>
    row(index)
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(','),
  )
  return [headers.join(','), ...lines].join('\n')
}
