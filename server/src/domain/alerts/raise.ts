import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import { RaisedNotices } from '#server/domain/notices/alert-notices.ts'
import { shownScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { noteAlerts } from '#server/domain/webhooks/note.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { and, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { AlertOwners } from './owner.ts'
import { alertSources } from './alert-sources.ts'
import type { AlertSource, RaiseContext } from './alert-source.ts'
import { insertAlertRows } from './raise-store.ts'

export type { RaiseContext } from './alert-source.ts'

/**
 * Raises the alerts of responses: those that are completed and meet a rule, or are named by another source of alerts, get
 * its alert, once per response and rule, with owner and due time; owners are told. Whoever writes answers or states of responses calls this in the same write, or
 * `raiseAlertsOf` for many. `tree` saves reading the units again, where the write has changed none. Returns how many were raised.
 */
export async function raiseAlerts(
  tx: WriteTx<RaiseContext>,
  model: SurveyModel,
  responseIds: readonly number[],
  { sources = alertSources, tree }: { sources?: readonly AlertSource[]; tree?: UnitTree } = {},
): Promise<number> {
  if (responseIds.length === 0) return 0
  const ofRule = new Map<string, number>()
  const raisedFor: number[] = []
  await raise(
    tx,
    model,
    { which: portableSql`r.id = any(${responseIds}::bigint[])`, sources, tree },
    ({ rule, responseId }) => {
      ofRule.set(rule, (ofRule.get(rule) ?? 0) + 1)
      raisedFor.push(responseId)
    },
  )
  if (raisedFor.length === 0) return 0
  await tx.audit({
    action: 'alert.raise',
    surveyId: model.id,
    universeId: model.universeId,
    details: { rules: Object.fromEntries(ofRule), responses: [...new Set(raisedFor)] },
  })
  await tx.changed(model.id, [...new Set(raisedFor)])
  return raisedFor.length
}

/**
 * As `raiseAlerts`, for any number of responses (`response` as `r`) of a survey whose metadata the write may have changed.
 * The caller notes in the audit log how many were raised, and that the survey changed. `importSetId` is the import they
 * are raised by; with `isQuiet` neither their owners nor webhooks are told.
 */
export async function raiseAlertsOf(
  tx: WriteTx<RaiseContext>,
  surveyId: number,
  which: { which: Fragment; importSetId?: number; isQuiet?: boolean },
): Promise<number> {
  const model = await readableModel(tx, surveyId)
  let raised = 0
  if (model) await raise(tx, model, { ...which, sources: alertSources }, () => raised++)
  return raised
}

/** The survey as it is now; null where its configuration cannot be read, which must not keep answers from being stored. */
async function readableModel(tx: WriteTx<RaiseContext>, surveyId: number): Promise<SurveyModel | null> {
  try {
    return await loadSurveyModelById(tx, surveyId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tx.log.warn({ surveyId, reason: error.message }, 'no alerts were raised: the survey cannot be read')
    return null
  }
}

/** The responses of a survey that the current transaction has written, for `raiseAlertsOf`. */
export const writtenNow = portableSql`r.updated_at = now()`

/**
 * The responses that an import added or changed, for `raiseAlertsOf`, once the import has noted them. Their ids are a value of
 * the statement, which PostgreSQL looks up by hash: of rows of this transaction the planner knows nothing, and compares each
 * row with each id of an array that it reads itself.
 */
export async function ofImport({ db }: WriteContext, importSetId: number): Promise<Fragment> {
  const [imported] = await runFragment<{ ids: string }>(
    db,
    portableSql`
      select coalesce(array_agg(id), '{}')::text as ids
        from (select id from response where import_set_id = ${importSetId}
              union all
              select response_id from import_image where import_set_id = ${importSetId} and version_after <> version
             ) as imported`,
  )
  return portableSql`r.id = any(${imported?.ids ?? '{}'}::bigint[])`
}

async function raise(
  tx: WriteTx<RaiseContext>,
  model: SurveyModel,
  {
    which,
    importSetId = null,
    isQuiet = false,
    sources,
    tree: known,
  }: {
    which: Fragment
    importSetId?: number | null
    isQuiet?: boolean
    sources: readonly AlertSource[]
    tree?: UnitTree | undefined
  },
  onRaised: (alert: { rule: string; responseId: number }) => void,
): Promise<void> {
  // Nobody may open the single answers of an anonymous survey.
  if (model.anonymity !== null) return
  const used = sources.filter((source) => source.isUsedBy(model))
  if (used.length === 0) return
  const tree = known ?? (await loadUnitTree(tx, model))
  const survey = { model, tree, source: new JsonSource(model, tree) }
  const now = tx.clock.now()
  const owners = new AlertOwners(tx, model, tree)
  const shown = applyConditions(shownScopes(model, tx).caseScope.conditions, survey.source)
  const responses = and([portableSql`r.survey_id = ${model.id} and r.state = 0`, which, shown])
  const notices = new RaisedNotices()
  const ids: number[] = []
  for (const source of used)
    for await (const found of source.find(tx, survey, responses)) {
      const ownerIds = await owners.find(found)
      const alerts = found.map(({ response, rule, due }, index) => ({
        responseId: response.id,
        rule,
        ownerId: ownerIds[index] ?? null,
        due,
      }))
      const raised = await insertAlertRows(tx, { surveyId: model.id, importSetId, now }, alerts)
      for (const alert of raised) {
        onRaised(alert)
        ids.push(alert.id)
        notices.add(alert)
      }
    }
  if (isQuiet) return
  await notices.tell(tx, model, now)
  await noteAlerts(tx, model, 'alert.raised', ids)
}
