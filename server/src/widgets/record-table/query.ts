import type { Condition } from '@gensvar/contract/conditions'
import { say } from '@gensvar/contract/say'
import type { LocalText } from '@gensvar/contract/local-text'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { recordText } from '#server/domain/cases/record-text.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { AppError } from '#server/platform/errors.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import { findRecordColumns, listRecordRows } from './store.ts'
import type { FoundColumn, RecordSelection } from './store.ts'

/** A request for a record table. */
export type RecordRequest = WidgetRequest<WidgetConfig<'record-table'>>

/** A column as it is shown. */
export interface RecordColumn extends FoundColumn {
  text: LocalText
  align: 'left' | 'center' | 'right'
}

/** Most columns of a table whose configuration names none. */
const mostColumns = 100

/** Why the records of an anonymous survey are not shown: each is a piece of one person's answer. */
export const recordsWithheld = say`This survey is anonymous: records are not shown.`

/**
 * Records of the responses that the caller may open at the place, with its filters and period. They are never published
 * figures, so an anonymous survey shows none, nor how many there are.
 */
export const recordTable: WidgetServer<'record-table'> = {
  async data(request, { rowFrom, rowTo, sortBy, sortDesc, filter }) {
    const { ctx, access } = request
    const { model, caseScope } = access
    const nothing = { headers: [], rows: [], sortBy: '', sortDesc: false, totalNumberRows: 0 }
    if (!access.canViewInterviews) return { ...nothing, withheld: localWords(recordsWithheld) }
    const columns = await columnsOf(request)
    const selection = selectionOf(request, columns, { by: sortBy ?? null, desc: sortDesc ?? null, filter })
    const { rows, total } = await listRecordRows(ctx, model, caseScope, { ...selection, from: rowFrom, to: rowTo })
    return {
      headers: columns.map(({ name, text, align }) => ({ value: name, text, align, sortable: true })),
      rows: rows.map((cells) =>
        columns.map(({ name }) => recordText(model.questions.get(name), cells[name], ctx.locale)),
      ),
      sortBy: selection.sort?.by ?? '',
      sortDesc: selection.sort?.desc ?? false,
      totalNumberRows: total,
      withheld: null,
    }
  },
}

/**
 * The columns of the table: those configured, else those that the records have, the survey's questions first. They are the
 * same at every place and under every filter.
 */
export async function columnsOf(request: RecordRequest): Promise<RecordColumn[]> {
  const { ctx, access, config } = request
  const { model, caseScope } = access
  const found = await findRecordColumns(ctx, model, caseScope, {
    recordset: config.recordset,
    conditions: statesOf(request, []),
  })
  const kinds = new Map(found.map(({ name, kind }) => [name, kind]))
  const titled = (name: string): LocalText => {
    const question = model.questions.get(name)
    return question ? titleOf(question) : name
  }
  if (config.columns)
    return config.columns.map(({ value: name, text, align }) => ({
      name,
      text: text ?? titled(name),
      align,
      kind: kinds.get(name) ?? 'text',
    }))
  const order = [...model.questions.keys()]
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return found
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
    .slice(0, mostColumns)
    .map(({ name, kind }) => ({ name, kind, text: titled(name), align: kind === 'number' ? 'right' : 'left' }))
}

/**
 * The records to show, sorted as asked, else as configured. Throws `validation` at `sortBy` for a column that the table
 * does not have.
 */
export function selectionOf(
  request: RecordRequest,
  columns: readonly RecordColumn[],
  asked: { by: string | null; desc: boolean | null; filter: string },
): RecordSelection {
  const { config, requested } = request
  const has = (name: string): boolean => columns.some((column) => column.name === name)
  if (asked.by !== null && !has(asked.by))
    throw new AppError('validation', say`The table cannot be sorted by "${asked.by}".`, {
      sortBy: say`unknown column`,
    })
  const own = config.sortBy !== undefined && has(config.sortBy) ? config.sortBy : null
  const by = asked.by ?? own
  const desc = asked.desc ?? (by === own && config.sortDesc)
  return {
    recordset: config.recordset,
    conditions: statesOf(request, requested.conditions),
    sort: by === null ? null : { by, desc },
    text: asked.filter.trim(),
    columns: columns.map(({ name }) => name),
  }
}

/** Records of interviews, unless a state is asked for by somebody who may open samples. */
function statesOf({ access, requested }: RecordRequest, conditions: readonly Condition[]): Condition[] {
  const isStated = requested.conditions.some((condition) => condition.kind === 'sampleState')
  return isStated && access.canViewSamples ? [...conditions] : [...conditions, { kind: 'sampleState', states: [0] }]
}
