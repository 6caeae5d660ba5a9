import { basename } from 'node:path'
import { dateInZone } from '@gensvar/contract/dates'
import { Count, listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { countLateAnswers } from '#server/domain/figures/publishing/late-answers.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ImportRefusal, noteOn } from './import-words.ts'
import type { ImportNote } from './import-words.ts'
import { decideImport, undecided } from './doubts/decide-import.ts'
import { chosenFor } from './doubts/decided-plan.ts'
import { deciderOf } from './doubts/decider.ts'
import { decidedRows, demandSameDoubts, reportDoubts } from './doubts/report-doubts.ts'
import type { ImportDoubt } from './doubts/report-doubts.ts'
import { rewriteSurvey } from './doubts/rewrite-survey.ts'
import { readDoubts, readPlanRecord, saveDoubts, savePlanRecord } from './doubts/store.ts'
import { readTarget } from './find-target.ts'
import { makeSurvey } from './make-survey.ts'
import type { ImportTarget } from './find-target.ts'
import { configurationToSave, readRequestConfig } from './configuration/configuration-to-save.ts'
import type { ConfigFile } from './configuration/config-file.ts'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { loadRows } from './load/load-rows.ts'
import type { LoadResult } from './load/load-rows.ts'
import { writeMetadata } from './metadata/write-metadata.ts'
import { analyseTable } from './plan/analyse.ts'
import { demandColumn } from './plan/demand-column.ts'
import type { ImportPlan } from './plan/import-plan.ts'
import { oneRowPerResponse } from './plan/long-rows.ts'
import { makePlan, missingTests } from './plan/make-plan.ts'
import { chooseRows } from './plan/choose-rows.ts'
import type { Includable, PlanOptions } from './plan/plan-options.ts'
import { idColumn } from './plan/repeated-ids.ts'
import type { Repeated } from './plan/repeated-ids.ts'
import { nameColumns, titleOf } from './plan/name-columns.ts'
import { mergePlans } from './plan/plan-record.ts'
import type { PlanRecord } from './plan/plan-record.ts'
import { reportColumns } from './report.ts'
import type { ColumnReport } from './report.ts'
import { openTable } from './tables/open-table.ts'
import type { Table } from './tables/table.ts'

/** What an import needs of the program, and who imports. */
export interface ImportContext extends WriteContext {
  clock: Clock
}

/** What to import, and how. Columns are named by their header or variable. */
export interface ImportRequest {
  file: string
  universe: string
  survey: string
  title?: string
  /** Levels from the top. */
  hierarchy?: readonly string[]
  date?: string
  dateFormat?: string
  /** Column that identifies a response again in a later import. */
  key?: string
  /** Column of the overall question: the headline. */
  main?: string
  sheet?: string
  /** How many rows at the top hold no answers; detected where missing. */
  headerRows?: number
  /** Rows to count as completed answers though the export of a survey product says otherwise. */
  include?: readonly Includable[]
  /** Which rows count whose key, or id in the export of a survey product, is there more than once. */
  repeated?: Repeated
  /** Question of the survey, or `new`, by column, where the names differ. */
  match?: Readonly<Record<string, string>>
  /** A configuration file, with `questions:` for the metadata. */
  config?: { name: string; text: string }
  /** Reports and changes nothing. */
  dryRun?: boolean
  /** How what is doubted is decided: the doubt's id (`below:staff`) and the name of a choice. */
  decisions?: readonly { id: string; choice: string }[]
  /** State of the responses; 0 (completed) by default. */
  state?: number
}

/** What an import is doing. `done` of `total` are rows or bytes; `total` is 0 while it is not known. */
export interface ImportProgress {
  phase: 'opening' | 'checking' | 'storing'
  done: number
  total: number
}

/** Progress and cancellation of an import. A cancelled import changes nothing. */
export interface ImportWatch {
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
}

/**
 * What was stored. `late` responses belong to closed periods of an anonymous survey: they are stored but not counted.
 */
export type StoredResult = LoadResult & { surveyId: number; xid: number; late: number }

/** The result of an import. */
export interface ImportResult {
  rows: number
  notes: ImportNote[]
  columns: ColumnReport[]
  /** What is doubted, each with its choices. */
  doubts: ImportDoubt[]
  /** The configuration written, or (dry run) that would be; null if the survey keeps the one it has. */
  configuration: string | null
  suggestedKey: string | null
  /** Null after a dry run. */
  stored: StoredResult | null
}

const name = /^[\p{L}\p{N}_-]{1,80}$/u

/**
 * Imports a csv or xlsx file into a survey, creating universe and survey if missing: two passes over the file, and one
 * transaction. Errors: `validation` naming field, row and column; `conflict` if the survey's rows could not be matched
 * with the file's; `too_large`; `not_found` for the file.
 */
export async function importFile(
  ctx: ImportContext,
  request: ImportRequest,
  watch: ImportWatch = {},
): Promise<ImportResult> {
  demandNames(request)
  const config = readRequestConfig(request)
  try {
    return await runImport(ctx, request, config, watch)
  } catch (error) {
    if (!watch.signal?.aborted) throw error
    throw new ImportRefusal('conflict', say`The import was cancelled. Nothing was changed.`, [])
  }
}

async function runImport(
  ctx: ImportContext,
  request: ImportRequest,
  config: ConfigFile | null,
  watch: ImportWatch,
): Promise<ImportResult> {
  const opened = await openTable(request.file, {
    sheet: request.sheet,
    headerRows: request.headerRows,
    signal: watch.signal,
    onProgress: (done) => watch.onProgress?.({ phase: 'opening', done, total: 0 }),
  })
  try {
    const target = await readTarget(ctx.db, request)
    demandKey(target, request)
    const file = await oneRowPerResponse(opened, {
      repeated: request.repeated ?? null,
      existing: target.existing,
      signal: watch.signal,
    })
    const key = request.key === undefined ? null : demandColumn(nameColumns(file), request.key, 'key').index
    const include = request.include ?? []
    const table = await chooseRows(file, { key, include, repeated: request.repeated ?? null, signal: watch.signal })
    const views = Object.entries(config?.config.views ?? {})
    const options: PlanOptions = {
      hierarchy: request.hierarchy ?? null,
      date: request.date ?? config?.config.eventDate ?? null,
      dateFormat: request.dateFormat ?? null,
      key: request.key ?? null,
      main: request.main ?? null,
      views:
        views.length === 0
          ? null
          : views.map(([extName, { levels, title }]) => ({ extName, levels, title: title ?? extName })),
      include,
      match: request.match ?? {},
      keepBlank: config?.text != null,
      questions: config?.questions ?? {},
      locale: target.universe?.defaultLocale ?? 'en',
    }
    const stored = target.existing ? await readDoubts(ctx.db, target.existing.id) : []
    const existing = target.existing && undecided(target.existing, stored)
    const analysis = await analyseTable(table, {
      key,
      id: request.repeated === 'all' ? null : idColumn(table),
      missing: missingTests(table, options, existing),
      signal: watch.signal,
      onProgress: progress(watch, 'checking', table),
    })
    const base = await makePlan(table, analysis, options, existing)
    config?.checkQuestions(base.columns)
    const decided = decideImport(base, stored, request.decisions ?? [])
    const { plan } = decided
    const today = dateInZone(ctx.clock.now(), target.universe?.timeZone ?? 'UTC')
    const known = existing && (await readPlanRecord(ctx.db, existing.id))
    const record: PlanRecord = {
      plan: known ? mergePlans(known.plan, base, { isHeadlineChosen: request.main !== undefined }) : base,
      title: request.title ?? known?.title ?? titleOf(request.survey),
      today,
      given: known?.given ?? null,
    }
    const { doubts, before, after } = decided
    const isDecided = doubts.some((doubt) => chosenFor(doubt, before) !== chosenFor(doubt, after))
    const { configuration, given, replaced } = configurationToSave({
      survey: request.survey,
      main: request.main,
      target,
      config,
      record,
      decided: { doubts, decisions: after },
      plan,
      isDecided,
    })
    const report = {
      rows: plan.rows,
      notes: [...plan.notes, ...replacedNote(replaced)],
      columns: reportColumns(plan),
      doubts: reportDoubts(decided, stored),
      configuration: configuration?.text ?? null,
    }
    const result = { ...report, suggestedKey: plan.suggestedKey }
    if (request.dryRun) return { ...result, stored: null }
    watch.signal?.throwIfAborted()
    const saved = await write(ctx, async (tx) => {
      const { db } = tx
      const place = await makeSurvey(db, request, target)
      await demandSameDoubts(db, place.surveyId, stored)
      const survey = { id: place.surveyId, locale: place.locale }
      const metadata = await writeMetadata(db, { ...survey, existing: target.existing }, plan)
      if (existing) {
        const made = { ...survey, plan: record.plan, questions: metadata.questions }
        await rewriteSurvey(db, made, doubts, { before, after })
      }
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
      await saveDoubts(db, place.surveyId, decidedRows(decided, deciderOf(ctx.identity)))
      await savePlanRecord(db, place.surveyId, { ...record, given })
      const details = auditDetails(request, plan, loaded)
      const { universeId, surveyId } = place
      await tx.audit({ action: 'import', universeId, surveyId, object: details.file, details })
      const late = await countLateAnswers(db, surveyId)
      const xid = await tx.surveyChanged(surveyId)
      watch.signal?.throwIfAborted()
      return { ...loaded, late, surveyId, xid }
    })
    return { ...result, stored: saved }
  } finally {
    await opened.close()
  }
}

function demandNames(request: ImportRequest): void {
  for (const field of ['universe', 'survey'] as const) {
    if (name.test(request[field])) continue
    const words = say`"${request[field]}" cannot be a name here: use letters, digits, _ and -, at most 80 of them.`
    throw new ImportRefusal('validation', words, field)
  }
}

/** Rejects imports that would duplicate rows: without a key, or with one the survey's rows lack. */
function demandKey({ existing }: ImportTarget, { key, survey }: ImportRequest): void {
  if (!existing || existing.responses === 0) return
  const responses = new Count(existing.responses)
  if (key === undefined) {
    const words = say`The survey "${survey}" holds ${responses} responses already. Name the column of the key, so that rows with a known key are updated and others added, or choose another survey.`
    throw new ImportRefusal('conflict', words, ['key', 'survey'])
  }
  if (existing.keyed > 0) return
  const words = say`The ${responses} responses of the survey "${survey}" were stored without a key, so the file's rows cannot be matched with them. Choose another survey.`
  throw new ImportRefusal('conflict', words, 'survey')
}

function progress(watch: ImportWatch, phase: ImportProgress['phase'], table: Table): (done: number) => void {
  return (done) => watch.onProgress?.({ phase, done, total: table.total })
}

function replacedNote(replaced: readonly Words[]): ImportNote[] {
  if (replaced.length === 0) return []
  return [noteOn(say`The configuration given replaces: ${listed(replaced, ', ')}.`)]
}

function auditDetails(request: ImportRequest, plan: ImportPlan, loaded: LoadResult) {
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
