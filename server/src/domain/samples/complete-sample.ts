import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { insertRows } from '#server/domain/build/insert-rows.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { noteCompleted } from '#server/domain/webhooks/note.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { completedState } from './sample-rights.ts'
import type { SampleDraft } from './sample-draft.ts'
import { completeSampleRows, createChangeRows } from './sample-store.ts'
import { noteNewSamples, noteSampleChanges } from './updates/note-updates.ts'

/** A sample with what its respondent answered; `changed` names the questions. */
export interface AnsweredSample {
  sample: Pick<CaseRow, 'id' | 'state' | 'version'>
  after: SampleDraft
  changed: readonly string[]
}

/**
 * Completes samples of a named survey with their respondents' answers: figures, alerts and the scripts that are told of samples
 * follow. The caller has locked the samples and seen that they are still ones. `tree` has the units of the survey.
 */
export async function completeSamples(
  tx: WriteTx,
  model: SurveyModel,
  answered: readonly AnsweredSample[],
  tree: UnitTree,
): Promise<void> {
  if (answered.length === 0) return
  const ids = answered.map(({ sample }) => sample.id)
  const changes = answered.map(({ sample: { id, state, version }, changed }) => ({
    id,
    version: version + 1,
    change: { fields: changed, stateBefore: state, stateAfter: completedState },
  }))
  await completeSampleRows(
    tx,
    answered.map(({ sample, after }) => ({ id: sample.id, ...after })),
  )
  await createChangeRows(
    tx,
    changes.map(({ id, version, change }) => ({ id, version, ...change })),
  )
  await tx.audit(
    ...changes.map(({ id, change }) => ({
      action: 'sample.answer',
      surveyId: model.id,
      universeId: model.universeId,
      object: String(id),
      details: change,
    })),
  )
  await tx.changed(model.id, ids)
  await raiseAlerts(tx, model, ids, { tree })
  await noteSampleChanges(tx, model, changes)
  await noteCompleted(tx, model, ids)
}

/**
 * Adds completed responses of people whom nobody invited to a named survey, at their places; all that follows a completed sample
 * follows these. Their places must be held. Returns their ids.
 */
export async function addCompleted(
  tx: WriteTx,
  model: SurveyModel,
  answered: readonly SampleDraft[],
): Promise<number[]> {
  if (answered.length === 0) return []
  const now = tx.clock.now()
  const ids = await insertRows(
    tx.db,
    'response',
    answered.map(({ answers, contact, eventDate, unitIds }) => ({
      ...{ survey_id: model.id, state: completedState, event_date: eventDate, completed_at: now },
      ...{ answers: answers as Record<string, number | string | string[]>, contact, unit_ids: unitIds },
    })),
  )
  await tx.audit(
    ...ids.map((id) => ({
      action: 'survey.answer',
      surveyId: model.id,
      universeId: model.universeId,
      object: String(id),
    })),
  )
  await tx.changed(model.id, ids)
  await raiseAlerts(tx, model, ids)
  await noteNewSamples(tx, model, ids)
  await noteCompleted(tx, model, ids)
  return ids
}
