import { openUnitBook } from '#server/domain/build/unit-book.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { noteNewSamples } from '#server/domain/samples/updates/note-updates.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { insertSampleRows } from './store.ts'

/** A sample to store, in the state New. */
export interface SampleToInsert extends SampleDraft {
  eventSource: string | null
}

/**
 * Stores new samples and returns their ids in the given order. In a view whose place is not known (0), a sample gets the
 * one of its answers, as in an import.
 */
export async function insertSamples(
  tx: WriteTx,
  { model }: Pick<SurveyAccess, 'model'>,
  samples: readonly SampleToInsert[],
): Promise<number[]> {
  const placed = samples.map((sample) => ({ ...sample, unitIds: model.views.map((_, at) => sample.unitIds[at] ?? 0) }))
  if (placed.some(({ unitIds }) => unitIds.includes(0))) {
    const units = await openUnitBook(tx.db, { universeId: model.universeId, surveyId: model.id }, () => ({}))
    for (const [at, { id, levels }] of model.views.entries()) {
      const nameOf = (sample: SampleDraft, level: string): string | null => {
        const answer = sample.answers[level]
        return typeof answer === 'string' && answer !== '' ? answer : null
      }
      const leaves = await units.leaves(
        id,
        placed.map((sample) => levels.map((level) => nameOf(sample, level))),
      )
      placed.forEach(({ unitIds }, index) => (unitIds[at] ||= leaves[index] ?? 0))
    }
    if (units.inserted > 0) await tx.surveyChanged(model.id)
  }
  const ids = await insertSampleRows(tx, model.id, placed)
  await tx.changed(model.id, ids)
  await noteNewSamples(tx, model, ids)
  return ids
}
