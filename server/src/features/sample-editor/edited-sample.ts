import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import { cancelledState, completedState } from '#server/domain/samples/sample-rights.ts'

/** Names a sample and the sample table whose editor it is opened in. */
export interface EditedSample {
  survey: string
  component: string
  sampleId: number
}

/** A sample, with what the parts of its editor are filled from. */
export interface EditorReading {
  ctx: Ctx
  source: FieldSource
  row: CaseRow
  /** Whether the caller may change answers. */
  canEdit: boolean
}

/** Whether a sample can still become an interview: nothing is sent for one that is completed or cancelled. */
export function isActive({ state }: Pick<CaseRow, 'state'>): boolean {
  return state !== completedState && state !== cancelledState
}
