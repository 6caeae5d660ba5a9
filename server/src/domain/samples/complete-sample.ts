import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { completedState } from './sample-rights.ts'
import type { SampleDraft } from './sample-draft.ts'
import { completeSampleRow, createChangeRow } from './sample-store.ts'
import { noteSampleChange } from './updates/note-updates.ts'

/**
 * Completes a sample of a named survey with its respondent's answers: figures, alerts and the scripts that are told of samples
 * follow. `changed` names what they answered. The caller has locked the sample and seen that it is still one.
 */
export async function completeSample(
  tx: WriteTx,
  model: SurveyModel,
  sample: Pick<CaseRow, 'id' | 'state' | 'version'>,
  { after, changed }: { after: SampleDraft; changed: readonly string[] },
): Promise<void> {
  const { id, state: stateBefore, version } = sample
  const change = { fields: changed, stateBefore, stateAfter: completedState }
  await completeSampleRow(tx, id, after)
  await createChangeRow(tx, id, { version: version + 1, ...change })
  await tx.audit({
    action: 'sample.answer',
    surveyId: model.id,
    universeId: model.universeId,
    object: String(id),
    details: { fields: changed, stateBefore, stateAfter: completedState },
  })
  await tx.changed(model.id, [id])
  await raiseAlerts(tx, model, [id])
  await noteSampleChange(tx, model, id, change)
}
