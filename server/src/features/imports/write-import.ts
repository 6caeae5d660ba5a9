import { basename } from 'node:path'
import { ofImport, raiseAlertsOf } from '#server/domain/alerts/raise.ts'
import type { RaiseContext } from '#server/domain/alerts/raise.ts'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import type { StoredConfiguration } from '#server/domain/build/configuration.ts'
import { countLateAnswers } from '#server/domain/figures/publishing/late-answers.ts'
import { noteSamplesOf } from '#server/domain/samples/updates/note-updates.ts'
import { noteImported } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import { anonymityOf } from './configuration/service.ts'
import type { DecidedImport } from './doubts/decide-import.ts'
import { chosenFor } from './doubts/decided-plan.ts'
import { deciderOf } from './doubts/decider.ts'
import { decidedRows, demandSameDoubts } from './doubts/report-doubts.ts'
import { rewriteSurvey } from './doubts/rewrite-survey.ts'
import { saveDoubts, savePlanRecord } from './doubts/store.ts'
import type { StoredDoubt } from './doubts/store.ts'
import type { ImportTarget } from './find-target.ts'
import { loadRows } from './load/load-rows.ts'
import type { LoadResult } from './load/load-rows.ts'
import { makeSurvey } from './make-survey.ts'
import { writeMetadata } from './metadata/write-metadata.ts'
import type { ImportPlan } from './plan/import-plan.ts'
import type { PlanRecord } from './plan/plan-record.ts'
import { ImportSet, surveyBefore } from './sets/import-set.ts'
import { keyIn, levelsLinked } from './rows/link-columns.ts'
import type { LinkedColumns } from './rows/link-columns.ts'
import { lockSurvey } from './store.ts'
import type { TableRow } from './tables/cell.ts'
import type { ImportWatch, StoredResult } from './import-request.ts'
import type { ReadOptions, Table } from './tables/table.ts'

/** What is asked of an import, as far as it matters once everything is planned. */
interface PlannedRequest {
  file: string
  universe: string
  universeTitle?: string
  survey: string
  title?: string
  key?: string
  state?: number
  notices?: boolean
  linked?: LinkedColumns
}

/** An import with everything decided. */
interface PlannedImport {
  request: PlannedRequest
  target: ImportTarget
  table: Table
  plan: ImportPlan
  /** What is kept of the survey's imports from now on. */
  record: PlanRecord
  /** Null if the survey keeps the one it has. */
  configuration: StoredConfiguration | null
  /** The doubts there were when the import was planned. */
  stored: readonly StoredDoubt[]
  decided: DecidedImport
  today: string
}

/** Stores an import in one transaction. Errors: `conflict` if the survey was changed since it was planned. */
export function writeImport(
  ctx: RaiseContext,
  { request, target, table, plan, record, configuration, stored, decided, today }: PlannedImport,
  watch: ReadOptions & Pick<ImportWatch, 'onStored'>,
): Promise<StoredResult> {
  return write(ctx, async (tx) => {
    const { db } = tx
    const existingId = target.existing?.id ?? null
    if (existingId !== null) await lockSurvey(db, existingId)
    const surveyWas = await surveyBefore(db, existingId)
    const place = await makeSurvey(tx, request, target)
    const { universeId, surveyId, locale } = place
    await demandSameDoubts(db, surveyId, stored)
    const filename = basename(request.file)
    const set = await ImportSet.begin(tx, { surveyId, filename, before: surveyWas })
    const survey = { id: surveyId, locale }
    const metadata = await writeMetadata(db, { ...survey, existing: target.existing }, plan)
    if (target.existing) {
      const { doubts, before, after } = decided
      if (doubts.some((doubt) => chosenFor(doubt, before) !== chosenFor(doubt, after))) await set.keepAll()
      const made = { ...survey, plan: record.plan, questions: metadata.questions }
      await rewriteSurvey(db, made, doubts, { before, after })
    }
    const linked = request.linked && loadLinked(table, plan, request.linked)
    const isAnonymous = (await anonymityOf(tx, surveyId)) !== null
    const into = { ...place, isAnonymous, importSetId: set.id, state: request.state ?? 0, today, linked }
    const loaded = await loadRows(db, table, plan, metadata, into, watch)
    if (configuration) await saveConfiguration(db, { id: surveyId, universeId, extName: request.survey }, configuration)
    await saveDoubts(db, surveyId, decidedRows(decided, deciderOf(ctx.identity)))
    await savePlanRecord(db, surveyId, record)
    await set.finish({ added: loaded.inserted, changed: loaded.updated, erased: loaded.erased })
    const which = await ofImport(tx, set.id)
    const alerts = await raiseAlertsOf(tx, surveyId, {
      which,
      importSetId: set.id,
      isQuiet: request.notices === false,
    })
    await set.noteAlerts(alerts)
    await noteSamplesOf(tx, surveyId, which)
    await noteImported(tx, surveyId, { import: set.id, added: loaded.inserted, changed: loaded.updated })
    const details = { ...auditDetails(request, plan, loaded), ...(alerts > 0 && { alerts }) }
    await tx.audit({ action: 'import', universeId, surveyId, object: filename, details })
    const late = await countLateAnswers(db, { surveyId, importSetId: set.id })
    const xid = await tx.surveyChanged(surveyId)
    await watch.onStored?.(db, set.id)
    watch.signal?.throwIfAborted()
    return { ...loaded, alerts, late, surveyId, importSetId: set.id, xid }
  })
}

/** How linked rows are stored. */
function loadLinked(table: Table, plan: ImportPlan, linked: LinkedColumns) {
  const date = plan.roles.eventDate !== null
  const places = levelsLinked(plan.views, linked).linked.length > 0
  return {
    keyOf: linked.key ? (row: TableRow) => keyIn(table, row) : () => '',
    update: linked.update ? { by: linked.key?.by ?? ('key' as const), date, places } : null,
  }
}

function auditDetails(request: PlannedRequest, plan: ImportPlan, loaded: LoadResult) {
  const { inserted, updated, unchanged, final, invited, erased } = loaded
  return {
    file: basename(request.file),
    key: request.key ?? null,
    rows: plan.rows,
    inserted,
    updated,
    unchanged,
    final,
    invited,
    erased,
  }
}
