import { openUnitBook } from '#server/domain/build/unit-book.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { SampleDraft } from './sample-draft.ts'

/**
 * Responses that are about to be stored, with a place in every view: in one whose place is not known (0), that of their answers,
 * as in an import.
 */
export async function fillPlaces<Draft extends SampleDraft>(
  tx: WriteTx,
  model: Pick<SurveyModel, 'id' | 'universeId' | 'views'>,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const placed = drafts.map((draft) => ({ ...draft, unitIds: model.views.map((_, at) => draft.unitIds[at] ?? 0) }))
  if (!placed.some(({ unitIds }) => unitIds.includes(0))) return placed
  const units = await openUnitBook(tx.db, { universeId: model.universeId, surveyId: model.id }, () => ({}))
  for (const [at, { id, levels }] of model.views.entries()) {
    const nameOf = (draft: SampleDraft, level: string): string | null => {
      const answer = draft.answers[level]
      return typeof answer === 'string' && answer !== '' ? answer : null
    }
    const leaves = await units.leaves(
      id,
      placed.map((draft) => levels.map((level) => nameOf(draft, level))),
    )
    placed.forEach(({ unitIds }, index) => (unitIds[at] ||= leaves[index] ?? 0))
  }
  // Only new units: no response that is stored already is at one of them.
  if (units.inserted > 0) await tx.unitsChanged(model.id, [])
  return placed
}
