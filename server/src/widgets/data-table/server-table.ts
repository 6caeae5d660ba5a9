import type { tableHeader } from '@gensvar/contract/entities/data-tables'
import { say } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import type { z } from 'zod'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { peopleOf } from '#server/domain/rights/acting-access.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { StoredHeader } from '#server/platform/db-data-table-types.ts'

/** A component with a table that is kept on the server. */
export type ServerTableConfig = Extract<WidgetConfig<'data-table'>, { source: 'server' }>

type Header = z.infer<typeof tableHeader>

/** The components of a survey that name a table, from the first page to the last. */
export function componentsOfTable({ config }: Pick<SurveyModel, 'config'>, tableId: string): ServerTableConfig[] {
  return [...walkComponents(config.pages)].flatMap(({ component }) =>
    isComponentOf(component, 'data-table') &&
    component.config.source === 'server' &&
    component.config.tableId === tableId
      ? [component.config]
      : [],
  )
}

/** Whether a component lets the caller edit its table; in an acting session both people must be allowed to. */
export function mayEditTable(identity: Identity, { editable, editors }: ServerTableConfig): boolean {
  const isEditor = (person: Identity): boolean =>
    person.isRoot || mayAdministrate(person) || (person.role !== null && editors.includes(person.role.name))
  return editable && peopleOf(identity).every(isEditor)
}

/**
 * The columns of a table: those of its component, else as stored, else those of another component that names it, else as
 * many as the longest row has cells.
 */
export function columnsOfTable(
  own: ServerTableConfig | null,
  components: readonly ServerTableConfig[],
  stored: readonly StoredHeader[] | null,
  rows: readonly { cells: readonly string[] }[],
): Header[] {
  const named = own?.headers ?? stored ?? components.find(({ headers }) => headers)?.headers
  if (named)
    return named.map(({ text, align = 'left', sortable = true }, at) => ({ value: valueOf(at), text, align, sortable }))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, at) => ({
    value: valueOf(at),
    text: localWords(say`Column ${at + 1}`),
    align: 'left' as const,
    sortable: true,
  }))
}

/** The rows a table starts with: those of the first component that has any. */
export function startingRows(components: readonly ServerTableConfig[]): readonly string[][] {
  return components.find(({ rows }) => rows.length > 0)?.rows ?? []
}

/** A row of the configuration is named by a negative id until the table is stored: -1 is the first. */
export function startingId(index: number): number {
  return -1 - index
}

/** The index of a row of the configuration by its id. */
export function startingIndex(id: number): number {
  return -1 - id
}

function valueOf(index: number): string {
  return `column${index + 1}`
}
