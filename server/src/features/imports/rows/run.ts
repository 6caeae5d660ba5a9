import type { uploadCheck } from '@gensvar/contract/imports'
import { Count, say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { importFile } from '../import-file.ts'
import { ImportRefusal } from '../import-words.ts'
import type { ImportRequest, ImportWatch, PlannedTable } from '../import-request.ts'
import type { RowsRun } from '../runs/payload.ts'
import { shorten } from '../report.ts'
import { cellText } from '../tables/cell.ts'
import type { TableRow } from '../tables/cell.ts'
import { findErrors } from './find-errors.ts'
import type { RowErrors } from './find-errors.ts'
import type { LinkedColumns } from './link-columns.ts'
import { findKeys } from './store.ts'
import { demandUploader } from './uploader.ts'

type Check = z.output<typeof uploadCheck>

/** Rows that are shown before an import. */
const firstRows = 20

/**
 * Checks the rows of a file, or imports them into a survey: all of them or none. An error in a file is the result of a
 * check. Throws `forbidden` where its owner may no longer import.
 */
export async function runRows(ctx: Ctx, run: RowsRun, path: string, watch: ImportWatch): Promise<Check | null> {
  const { survey, component, mapping, update, sheet } = run
  const { access } = await demandUploader(ctx, survey, component, { update })
  const linked: LinkedColumns = { fields: mapping.fieldMapping, key: mapping.key, update }
  const request: ImportRequest = {
    file: path,
    universe: ctx.identity.universe?.name ?? '',
    survey,
    ...(sheet !== null && { sheet }),
    state: Number(mapping.state),
    linked,
  }
  const known = (keys: readonly string[]) => findKeys(ctx.db, access.model.id, linked.key?.by ?? 'key', keys)
  const errorsOf = (planned: PlannedTable): Promise<RowErrors> => findErrors(planned, linked, known, watch.signal)
  if (run.mode === 'import') {
    const onPlanned = async (planned: PlannedTable): Promise<void> => demandNone(await errorsOf(planned))
    await importFile(ctx, request, { ...watch, onPlanned })
    return null
  }
  return check(ctx, request, watch, errorsOf)
}

async function check(
  ctx: Ctx,
  request: ImportRequest,
  watch: ImportWatch,
  errorsOf: (planned: PlannedTable) => Promise<RowErrors>,
): Promise<Check> {
  const found: { errors: RowErrors; first: TableRow[]; planned: PlannedTable }[] = []
  const onPlanned = async (planned: PlannedTable): Promise<void> => {
    found.push({ errors: await errorsOf(planned), first: await beginning(planned), planned })
  }
  const { linked } = request
  if (!linked) throw new Error('unreachable')
  const variables = Object.keys(linked.fields)
  const columns = variables.map((variable) => ({ variable, title: variable }))
  try {
    const result = await importFile(ctx, { ...request, dryRun: true }, { ...watch, onPlanned })
    const [one] = found
    if (!one) throw new Error('nothing was planned')
    const { errors, first, planned } = one
    const titles = new Map(planned.plan.columns.map(({ variable, title }) => [variable, title]))
    return {
      rows: result.rows,
      adds: linked.update ? 0 : result.rows,
      changes: linked.update ? result.rows : 0,
      columns: columns.map(({ variable }) => ({ variable, title: titles.get(variable) ?? variable })),
      first: first.map(({ number, cells }) => ({
        row: number,
        cells: variables.map((variable) => shorten(cellText(cells[linked.fields[variable] ?? -1] ?? null))),
      })),
      nerrors: errors.count,
      errors: errors.listed.map(({ words, ...error }) => ({ ...error, message: translate(words, ctx.locale) })),
      notes: result.columns.flatMap(({ column, warnings }) =>
        warnings.map(({ words }) => `${translate(column, ctx.locale)}: ${translate(words, ctx.locale)}`),
      ),
    }
  } catch (error) {
    if (!(error instanceof ImportRefusal) || watch.signal?.aborted) throw error
    const { where, words } = error
    const problem = {
      message: translate(words, ctx.locale),
      row: where.row ?? where.line ?? null,
      column: where.column ?? null,
      read: null,
    }
    return { rows: 0, adds: 0, changes: 0, columns, first: [], nerrors: 1, errors: [problem], notes: [] }
  }
}

async function beginning({ table }: PlannedTable): Promise<TableRow[]> {
  for await (const batch of table.rows()) return batch.slice(0, firstRows)
  return []
}

function demandNone({ count, listed }: RowErrors): void {
  const [first] = listed
  if (!first) return
  const more = new Count(count - 1)
  const words = count === 1 ? first.words : say`${first.words} There are ${more} more errors. Nothing was changed.`
  throw new AppError('validation', words)
}
