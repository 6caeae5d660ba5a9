import type { uploadCheck } from '@gensvar/contract/imports'
import { Count, say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { importFile } from '../import-file.ts'
import { ImportRefusal } from '../import-words.ts'
import type { ImportRequest, ImportResult, ImportWatch, PlannedTable } from '../import-request.ts'
import type { RowsRun } from '../runs/payload.ts'
import { shorten } from '../report.ts'
import { cellText } from '../tables/cell.ts'
import type { TableRow } from '../tables/cell.ts'
import { openTable } from '../tables/open-table.ts'
import { RowErrors, findErrors } from './find-errors.ts'
import type { KnownKeys } from './find-errors.ts'
import { findMisfits } from './find-misfits.ts'
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
  const { survey, component, mapping, update, notices, sheet } = run
  const { access, config } = await demandUploader(ctx, survey, component, { update })
  const linked: LinkedColumns = { fields: mapping.fieldMapping, key: mapping.key, update }
  const request = {
    file: path,
    universe: ctx.identity.universe?.name ?? '',
    survey,
    ...(sheet !== null && { sheet }),
    state: Number(mapping.state),
    notices,
    linked,
  }
  const isApart = access.model.anonymity !== null && mapping.state === '0'
  const as = { by: linked.key?.by ?? 'key', isApart } as const
  const known: KnownKeys = (keys) => findKeys(ctx.db, access.model.id, as, keys)
  if (run.mode === 'check') {
    const variables = config.fields.map((field) => field.variable).filter((name) => Object.hasOwn(linked.fields, name))
    const found = await tryImport(ctx, request, access.model.questions, known, watch)
    return checkOf(ctx, found, variables, request)
  }
  const onPlanned = async (planned: PlannedTable): Promise<void> =>
    demandNone(await findErrors(planned, linked, known, watch.signal))
  try {
    await importFile(ctx, request, { ...watch, onPlanned })
    return null
  } catch (error) {
    if (!(error instanceof ImportRefusal) || watch.signal?.aborted) throw error
    demandNone((await tryImport(ctx, request, access.model.questions, known, watch)).errors)
    throw error
  }
}

/** What an import would find. */
interface Tried {
  errors: RowErrors
  first: TableRow[]
  planned: PlannedTable | null
  result: ImportResult | null
}

/**
 * Tries an import without a column that cannot be read at all, whose errors are found cell by cell, so that the errors of
 * all columns are found.
 */
async function tryImport(
  ctx: Ctx,
  request: LinkedRequest,
  questions: ReadonlyMap<string, Question>,
  known: KnownKeys,
  watch: ImportWatch,
): Promise<Tried> {
  const tried: Tried = { errors: new RowErrors(), first: [], planned: null, result: null }
  const errors = new RowErrors()
  const fields = { ...request.linked.fields }
  while (Object.keys(fields).length > 0) {
    const linked = { ...request.linked, fields: { ...fields } }
    const onPlanned = async (planned: PlannedTable): Promise<void> => {
      tried.planned = planned
      tried.errors = await findErrors(planned, linked, known, watch.signal)
      tried.first = await beginning(planned)
    }
    try {
      tried.result = await importFile(ctx, { ...request, linked, dryRun: true }, { ...watch, onPlanned })
      break
    } catch (error) {
      const column = error instanceof ImportRefusal && !watch.signal?.aborted ? (error.where.column ?? '') : ''
      const question = questions.get(column)
      const index = fields[column]
      if (!(error instanceof ImportRefusal) || !question || index === undefined) throw error
      const table = await openTable(request.file, { sheet: request.sheet, signal: watch.signal })
      try {
        await findMisfits(table, index, question, error, errors)
      } finally {
        await table.close()
      }
      delete fields[column]
    }
  }
  tried.errors.addAll(errors)
  return tried
}

type LinkedRequest = ImportRequest & { linked: LinkedColumns }

function checkOf(
  { locale }: Ctx,
  { errors, first, planned, result }: Tried,
  variables: readonly string[],
  { linked }: LinkedRequest,
): Check {
  const titles = new Map(planned?.plan.columns.map(({ variable, title }) => [variable, title]))
  const rows = result?.rows ?? 0
  return {
    rows,
    adds: linked.update ? 0 : rows,
    changes: linked.update ? rows : 0,
    nalerts: result?.alerts ?? 0,
    columns: variables.map((variable) => ({ variable, title: titles.get(variable) ?? variable })),
    first: first.map(({ number, cells }) => ({
      row: number,
      cells: variables.map((variable) => shorten(cellText(cells[linked.fields[variable] ?? -1] ?? null))),
    })),
    nerrors: errors.count,
    errors: errors.listed.map(({ words, ...error }) => ({ ...error, message: translate(words, locale) })),
    notes: (result?.columns ?? []).flatMap(({ column, warnings }) =>
      warnings.map(({ words }) => `${translate(column, locale)}: ${translate(words, locale)}`),
    ),
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
