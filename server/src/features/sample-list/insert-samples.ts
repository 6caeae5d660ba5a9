import { fillPlaces } from '#server/domain/samples/fill-places.ts'
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
  const placed = await fillPlaces(tx, model, samples)
  const ids = await insertSampleRows(tx, model.id, placed)
  await tx.changed(model.id, ids)
  await noteNewSamples(tx, model, ids)
  return ids
}
