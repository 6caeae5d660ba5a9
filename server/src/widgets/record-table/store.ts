import type { Condition } from '@gensvar/contract/conditions'
import { whereCases } from '#server/domain/cases/case-query.ts'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import { choicesNamed } from '#server/domain/conditions/choices-named.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { streamedQuery } from '#server/platform/streamed-query.ts'

/** Records that columns are looked for in. */
const lookedAt = 10_000

/** Records read at a time when all are wanted. */
const batch = 400

/** Which records, and in which order. */
export interface RecordSelection {
  recordset: string
  /** Conditions on the responses they belong to, besides those of the scope. */
  conditions: readonly Condition[]
  /** A column; without one those of the newest responses come first, in their own order. */
  sort: { by: string; desc: boolean } | null
  /** Text in one of the columns, or in the name or title of a choice in it; empty for all. */
  text: string
  columns: readonly string[]
}

/** The cells of a record by their column. */
export type RecordCells = Readonly<Record<string, unknown>>

/** A column that records have. */
export interface FoundColumn {
  name: string
  kind: 'text' | 'number' | 'date'
}

/** A page of the records of the responses in a scope, and how many there are in all. */
export async function listRecordRows(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: RecordSelection & { from: number; to: number },
): Promise<{ rows: RecordCells[]; total: number }> {
  const from = await fromRecords(deps, model, scope, selection)
  const limits = portableSql`limit ${integer(Math.max(0, selection.to - selection.from))} offset ${integer(selection.from)}`
  return inTurn(deps, async () => {
    const [rows, total] = await Promise.all([
      limitedQuery<{ cells: RecordCells }>(
        deps.pool,
        portableSql`select rr.cells ${from} order by ${orderOf(selection)} ${limits}`,
        deps.work,
      ),
      countOf(deps, from),
    ])
    return { rows: rows.map(({ cells }) => cells), total }
  })
}

/** How many records are selected. */
export async function countRecordRows(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: RecordSelection,
): Promise<number> {
  const from = await fromRecords(deps, model, scope, selection)
  return inTurn(deps, () => countOf(deps, from))
}

/** All selected records as they were at one moment, however many there are. */
export async function* streamRecordRows(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: RecordSelection,
): AsyncGenerator<RecordCells> {
  const from = await fromRecords(deps, model, scope, selection)
  const statement = portableSql`select rr.cells ${from} order by ${orderOf(selection)}`
  for await (const rows of streamedQuery<{ cells: RecordCells }>(deps.pool, statement, { batch, work: deps.work }))
    for (const { cells } of rows) yield cells
}

/** The columns of the records in a scope, by name; of very many records the first ones are looked at. */
export async function findRecordColumns(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: Pick<RecordSelection, 'recordset' | 'conditions'>,
): Promise<FoundColumn[]> {
  const from = await fromRecords(deps, model, scope, { ...selection, text: '', columns: [] })
  const statement = portableSql`
    select cell.key as name,
           case when bool_and(jsonb_typeof(cell.value) = 'number') then 'number'
                when bool_and(cell.value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') then 'date' else 'text' end as kind
      from (select rr.cells ${from} and jsonb_typeof(rr.cells) = 'object' limit ${integer(lookedAt)}) looked,
           jsonb_each(looked.cells) cell
     where jsonb_typeof(cell.value) in ('number', 'string')
     group by cell.key order by cell.key`
  return inTurn(deps, () => limitedQuery<FoundColumn>(deps.pool, statement, deps.work))
}

async function fromRecords(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { recordset, conditions, text, columns }: Omit<RecordSelection, 'sort'>,
): Promise<Fragment> {
  const where = await whereCases(deps, model, scope, { conditions })
  const found = portableSql`exists (
    select from jsonb_each(case when jsonb_typeof(rr.cells) = 'object' then rr.cells end) cell
     where cell.key = any(${[...columns]}::text[]) and jsonb_typeof(cell.value) in ('number', 'string')
       and ${or([
         portableSql`position(lower(${text}::text) in lower(cell.value #>> '{}')) > 0`,
         ...choicesIn(model, columns, text),
       ])})`
  return portableSql`
    from response r join response_record rr on rr.response_id = r.id and rr.recordset = ${recordset}
   where ${where} ${text === '' ? portableSql`` : portableSql`and ${found}`}`
}

/** Cells hold the names of choices, but readers see their titles. */
function choicesIn({ questions }: SurveyModel, columns: readonly string[], text: string): Fragment[] {
  return columns.flatMap((column) => {
    const question = questions.get(column)
    const names = question ? choicesNamed(question, text).map(({ extName }) => extName) : []
    return names.length === 0
      ? []
      : [portableSql`(cell.key = ${column}::text and cell.value #>> '{}' = any(${names}::text[]))`]
  })
}

async function countOf(deps: CaseDeps, from: Fragment): Promise<number> {
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, portableSql`select count(*) as n ${from}`, deps.work)
  return counted?.n ?? 0
}

/** Numbers by size, before texts; dates are ISO, so that their texts are in their order. */
function orderOf({ sort }: Pick<RecordSelection, 'sort'>): Fragment {
  const own = portableSql`r.event_date desc, r.id desc, rr.sorder, rr.id`
  if (!sort) return own
  const direction = sort.desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
  const text = portableSql`(rr.cells->>${sort.by}::text)`
  const number = portableSql`(case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,9})?$' then ${text}::float8 end)`
  return portableSql`${number} ${direction}, nullif(lower(${text}), '') ${direction}, ${own}`
}
