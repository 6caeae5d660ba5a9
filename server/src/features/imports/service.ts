import { basename } from 'node:path'
import { dateInZone } from '@gensvar/contract/dates'
import type { Kysely } from 'kysely'
import { appendSurveyChange } from '#server/domain/figures/feed/change-log'
import { countLateAnswers } from '#server/domain/figures/publishing/late-answers'
import type { Clock } from '#server/platform/clock'
import type { Database } from '#server/platform/db-types'
import { AppError } from '#server/platform/errors'
import { readTarget } from './find-target.ts'
import { makeSurvey } from './make-survey.ts'
import type { ImportTarget } from './find-target.ts'
import { configurationToSave, readRequestConfig } from './configuration/configuration-to-save.ts'
import type { ConfigFile } from './configuration/config-file.ts'
import { saveConfiguration } from './configuration/store.ts'
import { loadRows } from './load/load-rows.ts'
import type { LoadResult } from './load/load-rows.ts'
import { writeMetadata } from './metadata/write-metadata.ts'
import { analyseTable } from './plan/analyse.ts'
import { demandColumn } from './plan/demand-column.ts'
import type { ImportPlan } from './plan/import-plan.ts'
import { makePlan, missingTests } from './plan/make-plan.ts'
import type { PlanOptions } from './plan/plan-options.ts'
import { nameColumns } from './plan/name-columns.ts'
import { reportColumns } from './report.ts'
import type { ColumnReport } from './report.ts'
import { auditImport } from './store.ts'
import { openTable } from './tables/open-table.ts'
import type { Table } from './tables/table.ts'

/** What an import needs of the program. */
export interface ImportDeps {
  db: Kysely<Database>
  clock: Clock
}

/** What to import, and how. Columns are named by header or variable. */
export interface ImportRequest {
  file: string
  universe: string
  survey: string
  title?: string
  /** Levels from the top. */
  hierarchy?: readonly string[]
  date?: string
  dateFormat?: string
  /** Column that tells the same response again in a later import. */
  key?: string
  sheet?: string
  /** A CONFIGURATION of one's own, with `questions:` for the metadata. */
  config?: { name: string; text: string }
  /** Reports and changes nothing. */
  dryRun?: boolean
  /** State of the responses; 0, completed, where missing. */
  state?: number
  /** Who imports, for the audit log. */
  userId?: number
}

/** What an import is doing. `done` of `total` are rows or bytes; `total` is 0 while it is not known. */
export interface ImportProgress {
  phase: 'opening' | 'checking' | 'storing'
  done: number
  total: number
}

/** How an import is watched and stopped. Stopping changes nothing. */
export interface ImportWatch {
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
}

/** What was stored. `late` responses are of periods whose anonymous figures are closed: they are kept, and not counted. */
export type StoredResult = LoadResult & { surveyId: number; xid: number; late: number }

/** What came of an import. */
export interface ImportResult {
  rows: number
  notes: string[]
  columns: ColumnReport[]
  /** The configuration written, or that would be; null where the survey keeps the one it has. */
  configuration: string | null
  suggestedKey: string | null
  /** Null after a dry run. */
  stored: StoredResult | null
}

const name = /^[\p{L}\p{N}_-]{1,80}$/u

/**
 * Imports a csv or xlsx file into a survey, making universe and survey where missing: two passes over the file, then
 * everything in one transaction, or nothing. Errors: `validation` naming option, row and column; `conflict` where
 * the survey holds rows that could not be told apart; `too_large`; `not_found` for the file.
 */
export async function importFile(
  deps: ImportDeps,
  request: ImportRequest,
  watch: ImportWatch = {},
): Promise<ImportResult> {
  demandNames(request)
  const config = readRequestConfig(request)
  try {
    return await runImport(deps, request, config, watch)
  } catch (error) {
    if (!watch.signal?.aborted) throw error
    throw new AppError('conflict', 'The import was cancelled. Nothing was changed.')
  }
}

async function runImport(
  deps: ImportDeps,
  request: ImportRequest,
  config: ConfigFile | null,
  watch: ImportWatch,
): Promise<ImportResult> {
  const table = await openTable(request.file, {
    sheet: request.sheet,
    signal: watch.signal,
    onProgress: (done) => watch.onProgress?.({ phase: 'opening', done, total: 0 }),
  })
  try {
    const target = await readTarget(deps.db, request)
    demandKey(target, request)
    const key = request.key === undefined ? null : demandColumn(nameColumns(table.headers), request.key, 'key').index
    const views = Object.entries(config?.config.views ?? {})
    const options: PlanOptions = {
      hierarchy: request.hierarchy ?? null,
      date: request.date ?? config?.config.eventDate ?? null,
      dateFormat: request.dateFormat ?? null,
      key: request.key ?? null,
      views:
        views.length === 0
          ? null
          : views.map(([extName, { levels, title }]) => ({ extName, levels, title: title ?? extName })),
      questions: config?.questions ?? {},
      locale: target.universe?.defaultLocale ?? 'en',
    }
    const analysis = await analyseTable(table, {
      key,
      missing: missingTests(table, options, target.existing),
      signal: watch.signal,
      onProgress: progress(watch, 'checking', table),
    })
    const plan = await makePlan(table, analysis, options, target.existing)
    config?.check(plan.columns)
    const today = dateInZone(deps.clock.now(), target.universe?.timeZone ?? 'UTC')
    const configuration = configurationToSave({ request, plan, target, config, today })
    const report = {
      rows: plan.rows,
      notes: plan.notes,
      columns: reportColumns(plan),
      configuration: configuration?.text ?? null,
    }
    const result = { ...report, suggestedKey: plan.suggestedKey }
    if (request.dryRun) return { ...result, stored: null }
    watch.signal?.throwIfAborted()
    const stored = await deps.db.transaction().execute(async (db) => {
      const place = await makeSurvey(db, request, target)
      const metadata = await writeMetadata(
        db,
        { id: place.surveyId, locale: place.locale, existing: target.existing },
        plan,
      )
      const loaded = await loadRows(
        db,
        table,
        plan,
        metadata,
        { ...place, state: request.state ?? 0, today },
        {
          signal: watch.signal,
          onProgress: progress(watch, 'storing', table),
        },
      )
      if (configuration)
        await saveConfiguration(
          db,
          { id: place.surveyId, universeId: place.universeId, extName: request.survey },
          configuration,
        )
      await auditImport(db, { ...place, userId: request.userId ?? null }, auditDetails(request, plan, loaded))
      const late = await countLateAnswers(db, place.surveyId)
      const xid = await appendSurveyChange(db, place.surveyId)
      watch.signal?.throwIfAborted()
      return { ...loaded, late, surveyId: place.surveyId, xid }
    })
    return { ...result, stored }
  } finally {
    await table.close()
  }
}

function demandNames(request: ImportRequest): void {
  for (const option of ['universe', 'survey'] as const) {
    if (name.test(request[option])) continue
    const message = `--${option} "${request[option]}": use letters, digits, _ and -, at most 80 of them.`
    throw new AppError('validation', message, { [option]: 'use letters, digits, _ and -' })
  }
}

/** Without a key, rows would double; with one that the survey's rows lack, they would too. */
function demandKey({ existing }: ImportTarget, { key, survey }: ImportRequest): void {
  if (!existing || existing.responses === 0) return
  if (key === undefined) {
    const message = `The survey "${survey}" holds ${existing.responses} responses already. Give --key COLUMN, so that rows with a known key are updated and others added, or choose another --survey.`
    throw new AppError('conflict', message, { key: 'needed, because the survey holds responses' })
  }
  if (existing.keyed > 0) return
  const message = `The ${existing.responses} responses of the survey "${survey}" were stored without a key, so the file's rows cannot be matched with them. Import into another --survey.`
  throw new AppError('conflict', message, { key: 'the stored responses have none' })
}

function progress(watch: ImportWatch, phase: ImportProgress['phase'], table: Table): (done: number) => void {
  return (done) => watch.onProgress?.({ phase, done, total: table.total })
}

function auditDetails(request: ImportRequest, plan: ImportPlan, loaded: LoadResult): Parameters<typeof auditImport>[2] {
  const { inserted, updated, unchanged, final } = loaded
  return {
    file: basename(request.file),
    key: request.key ?? null,
    rows: plan.rows,
    inserted,
    updated,
    unchanged,
    final,
  }
}
