import { dateInZone } from '@gensvar/contract/dates'
import { Count, listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { countAlerts } from './alerts/count-alerts.ts'
import { ImportRefusal, noteOn } from './import-words.ts'
import type { ImportNote } from './import-words.ts'
import { decideImport, undecided } from './doubts/decide-import.ts'
import { chosenFor } from './doubts/decided-plan.ts'
import { reportDoubts } from './doubts/report-doubts.ts'
import { readDoubts, readPlanRecord } from './doubts/store.ts'
import { readTarget } from './find-target.ts'
import type { ImportTarget } from './find-target.ts'
import { configurationToSave, readRequestConfig } from './configuration/configuration-to-save.ts'
import type { ConfigFile } from './configuration/config-file.ts'
import { analyseTable } from './plan/analyse.ts'
import { demandColumn } from './plan/demand-column.ts'
import { oneRowPerResponse } from './plan/long-rows.ts'
import { makePlan, missingTests } from './plan/make-plan.ts'
import { chooseRows } from './plan/choose-rows.ts'
import type { PlanOptions } from './plan/plan-options.ts'
import { idColumn } from './plan/repeated-ids.ts'
import { nameColumns, titleOf } from './plan/name-columns.ts'
import { mergePlans } from './plan/plan-record.ts'
import type { PlanRecord } from './plan/plan-record.ts'
import { reportColumns } from './report.ts'
import type { ImportPlan } from './plan/import-plan.ts'
import { openTable } from './tables/open-table.ts'
import type { Table } from './tables/table.ts'
import { writeImport } from './write-import.ts'
import { chooseColumns } from './choose-columns.ts'
import { linkColumns, linkedPart, ofWholeSurvey } from './rows/link-columns.ts'
import type { LinkedColumns } from './rows/link-columns.ts'
import type { ImportContext, ImportProgress, ImportRequest, ImportResult, ImportWatch } from './import-request.ts'

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
  asked: ImportRequest,
  config: ConfigFile | null,
  watch: ImportWatch,
): Promise<ImportResult> {
  const opened = await openTable(asked.file, {
    sheet: asked.sheet,
    headerRows: asked.headerRows,
    signal: watch.signal,
    onProgress: (done) => watch.onProgress?.({ phase: 'opening', done, total: 0 }),
  })
  const pause = backgroundPauses()
  try {
    const { linked } = asked
    const {
      table: chosen,
      request,
      leftOut,
    } = linked ? linkedRequest(opened, asked, linked) : chooseColumns(opened, asked)
    const target = await readTarget(ctx.db, request)
    if (!linked) demandKey(target, request)
    const file = linked
      ? chosen
      : await oneRowPerResponse(chosen, {
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
      questions: { ...request.settings, ...config?.questions },
      locale: target.universe?.defaultLocale ?? 'en',
    }
    const stored = target.existing ? await readDoubts(ctx.db, target.existing.id) : []
    const whole = target.existing && undecided(target.existing, stored)
    const existing = whole && linked ? linkedPart(whole, linked) : whole
    const analysis = await analyseTable(table, {
      key,
      id: request.repeated === 'all' ? null : idColumn(table),
      missing: missingTests(table, options, existing),
      signal: watch.signal,
      onProgress: progress(watch, 'checking', table),
    })
    const planned = withTitles(await makePlan(table, analysis, options, existing))
    const base = whole && linked ? ofWholeSurvey(planned, whole) : planned
    config?.checkQuestions(base.columns)
    await pause()
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
    await pause()
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
    const { headers } = opened
    await watch.onPlanned?.({
      table,
      headers,
      leftOut,
      plan,
      doubts: decided.found,
      configuration: report.configuration,
    })
    if (request.dryRun) {
      const { survey, linked, state = 0 } = request
      const wanted = { survey, table, plan, target, today, state, linked }
      const text = configuration?.text ?? target.configuration?.text ?? null
      const { alerts, notes } = await countAlerts(ctx, text, wanted, watch)
      return { ...result, notes: [...result.notes, ...notes], alerts, stored: null }
    }
    watch.signal?.throwIfAborted()
    const saved = await writeImport(
      ctx,
      { request, target, table, plan, record: { ...record, given }, configuration, stored, decided, today },
      { ...watch, onProgress: progress(watch, 'storing', table) },
    )
    return { ...result, alerts: saved.alerts, stored: saved }
  } finally {
    await opened.close()
  }
}

/** The request of a file that is linked to a survey: every column is of the question it is named by. */
function linkedRequest(opened: Table, asked: ImportRequest, linked: LinkedColumns) {
  const match = Object.fromEntries(Object.keys(linked.fields).map((variable) => [variable, variable]))
  return { table: linkColumns(opened, linked), request: { ...asked, match }, leftOut: [] }
}

/** Columns have the titles given to them, in whatever is made of the plan. */
function withTitles(plan: ImportPlan): ImportPlan {
  const columns = plan.columns.map((column) => {
    const title = column.settings?.title
    return typeof title === 'string' ? { ...column, title } : column
  })
  return { ...plan, columns }
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
