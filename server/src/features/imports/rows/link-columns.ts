import { cellText } from '../tables/cell.ts'
import type { TableRow } from '../tables/cell.ts'
import type { ExistingSurvey } from '../plan/existing-survey.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { everything } from '../plan/plan-views.ts'
import type { Table } from '../tables/table.ts'

/** How the columns of a file are linked to a survey that is there. */
export interface LinkedColumns {
  /** Position of the column of each question, by variable. */
  fields: Readonly<Record<string, number>>
  /** The column by which responses are recognised: their key, or the number the lists show. */
  key: { by: 'key' | 'id'; idx: number } | null
  /** Whether the responses that the key names are changed, instead of others added. */
  update: boolean
}

/** The table with the linked columns alone, named by their questions; the key comes after the last of them. */
export function linkColumns(table: Table, { fields, key }: LinkedColumns): Table {
  const width = table.headers.length
  const variables = new Map(Object.entries(fields).map(([variable, index]) => [index, variable]))
  return {
    ...table,
    headers: table.headers.map((_, index) => variables.get(index) ?? ''),
    wordings: table.headers.map(() => ''),
    product: null,
    async *rows(options) {
      for await (const batch of table.rows(options))
        yield batch.map((row): TableRow => {
          const cells = Array.from({ length: width }, (_, index) =>
            variables.has(index) ? (row.cells[index] ?? null) : null,
          )
          return { ...row, cells: key ? [...cells, row.cells[key.idx] ?? null] : cells }
        })
    },
  }
}

/** The key of a row of such a table; '' for none. */
export function keyIn(table: Table, row: TableRow): string {
  return cellText(row.cells[table.headers.length] ?? null)
}

/** The survey as far as the linked columns tell of it: a plan is made of these alone. */
export function linkedPart(existing: ExistingSurvey, { fields }: LinkedColumns): ExistingSurvey {
  const hasDate = existing.eventDate !== null && Object.hasOwn(fields, existing.eventDate)
  return {
    ...existing,
    questions: existing.questions.filter(({ variable }) => Object.hasOwn(fields, variable)),
    eventDate: hasDate ? existing.eventDate : null,
    views: [],
  }
}

/** A plan of the linked columns as one of the whole survey: its hierarchy, and its event date if it is linked. */
export function ofWholeSurvey(plan: ImportPlan, existing: ExistingSurvey): ImportPlan {
  const { eventDate } = existing
  const hasDate = plan.columns.some(({ variable }) => variable === eventDate)
  return {
    ...plan,
    views: existing.views.map(({ extName, title, levels }) => ({ extName, title, levels })),
    roles: { ...plan.roles, key: null, eventDate: hasDate ? eventDate : null },
  }
}

/** The levels of a survey that are linked, and those that are not. */
export function levelsLinked(
  views: readonly { levels: readonly string[] }[],
  { fields }: Pick<LinkedColumns, 'fields'>,
): { linked: string[]; missing: string[] } {
  const levels = [...new Set(views.flatMap((view) => view.levels))].filter((level) => level !== everything)
  return {
    linked: levels.filter((level) => Object.hasOwn(fields, level)),
    missing: levels.filter((level) => !Object.hasOwn(fields, level)),
  }
}
