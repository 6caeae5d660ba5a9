import type { sampleEditorData, tablePanel } from '@gensvar/contract/entities/sample-editor'
import type { SampleState } from '@gensvar/contract/entities/states'
import type { updateSampleEditor as updateRoute } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import type { EditorPart } from '@gensvar/contract/widgets/sample-editor'
import type { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { mailTrackingOf } from '#server/domain/cases/case-mails.ts'
import type { MailTracking } from '#server/domain/cases/case-mails.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { sampleAccess } from '#server/domain/samples/sample-access.ts'
import type { SampleAccess } from '#server/domain/samples/sample-access.ts'
import { fieldSource } from '#server/domain/samples/fields.ts'
import { cancelledState, sampleRightsOf } from '#server/domain/samples/sample-rights.ts'
import { saveSample } from '#server/domain/samples/save-sample.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { isActive } from './edited-sample.ts'
import type { EditedSample } from './edited-sample.ts'
import { panelOf } from './panel.ts'
import { fieldDef, fillParts } from './parts.ts'
import { buttonOf, editorOf, partsOf } from './tree.ts'

export { startMailAction, startPushCampaigns } from './actions.ts'
export { createSampleComment, listSampleComments } from './comments.ts'

type EditorData = z.input<typeof sampleEditorData>
type EditorChange = z.output<typeof updateRoute.body>

/**
 * A sample as the editor of a sample table shows it. Throws `not_found` for a table without an editor, and for a sample
 * the caller may not open.
 */
export async function getSampleEditor(ctx: Ctx, { survey, component, sampleId }: EditedSample): Promise<EditorData> {
  const access = await sampleAccess(ctx, survey)
  const parts = editorOf(ctx, access, component)
  return editorData(ctx, access, parts, await readCase(ctx, access, sampleId))
}

/**
 * Saves a sample from its editor: every field of the editor must be right (of a sample that is cancelled those that are
 * sent), and no other can be changed. A state button also changes the state, if the sample is still in the button's first
 * state. Throws as `saveSample` does, and
 * `validation` for a change of state that the editor has no button for.
 */
export async function updateSampleEditor(
  ctx: Ctx,
  { survey, component, sampleId }: EditedSample,
  { version, overwrite, fields, stateChange }: EditorChange,
): Promise<EditorData> {
  const access = await sampleAccess(ctx, survey)
  const parts = editorOf(ctx, access, component)
  const { id } = await readCase(ctx, access, sampleId)
  const defs = partsOf(parts, 'variable').map(fieldDef)
  demandInEditor(fields, new Set(defs.map(({ question }) => question)))
  const change = stateChange && configuredChange(parts, stateChange)
  // Whoever is not asked any more may be known incompletely.
  const everything = change?.state !== cancelledState
  const row = await write(ctx, (tx) =>
    saveSample(tx, access, { id }, { values: fields, defs, everything, version, overwrite, ...change }),
  )
  return editorData(ctx, access, parts, row)
}

/**
 * What was sent for a sample; with `relatedMailTracking` also what was sent to the same address for others the caller
 * may open.
 */
export async function getSampleMails(
  ctx: Ctx,
  survey: string,
  sampleId: number,
  { relatedMailTracking }: { relatedMailTracking: boolean },
): Promise<MailTracking> {
  const access = await sampleAccess(ctx, survey)
  const row = await readCase(ctx, access, sampleId)
  return mailTrackingOf(ctx, access, row, { related: relatedMailTracking })
}

/** A table of a sample. Throws `not_found` for one that the editor does not show. */
export async function getSampleTable(
  ctx: Ctx,
  { survey, component, sampleId }: EditedSample,
  tableName: string,
): Promise<z.input<typeof tablePanel>> {
  const access = await sampleAccess(ctx, survey)
  const part = partsOf(editorOf(ctx, access, component), 'table').find((table) => table.tableName === tableName)
  if (!part) throw new AppError('not_found', say`The editor has no table "${tableName}".`)
  const row = await readCase(ctx, access, sampleId)
  return panelOf({ ctx, model: access.model, row }, part)
}

async function editorData(
  ctx: Ctx,
  access: SampleAccess,
  parts: readonly EditorPart[],
  row: CaseRow,
): Promise<EditorData> {
  const rights = sampleRightsOf(ctx, access, row)
  const source = await fieldSource(ctx, access)
  return {
    state: String(row.state) as SampleState,
    componentsData: await fillParts({ ctx, source, row, canEdit: rights.canEdit }, parts),
    version: row.version,
    rights,
    isActive: isActive(row),
  }
}

/** Throws `validation` for a field that the editor does not show: it cannot be changed by naming it. */
function demandInEditor(fields: EditorChange['fields'], shown: ReadonlySet<string>): void {
  const others = Object.keys(fields).filter((name) => !shown.has(name))
  if (others.length > 0)
    throw new AppError(
      'validation',
      say`Some fields are not right yet.`,
      Object.fromEntries(
        others.map((name) => [
          `fields.${name}`,
          say`This field is no longer part of this form. Undo the change, or reload the page.`,
        ]),
      ),
    )
}

/** The change of state that a button is configured with. Throws `validation` for any other. */
function configuredChange(parts: readonly EditorPart[], asked: NonNullable<EditorChange['stateChange']>) {
  const { extname, fromState, toState } = buttonOf(parts, 'state-button', asked.extname)
  if (asked.fromState !== String(fromState) || asked.toState !== String(toState))
    throw new AppError(
      'validation',
      say`The configuration of this button has changed. Reload the page and try again.`,
      { stateChange: say`is configured differently` },
    )
  return { state: toState, button: { fromState, extname } }
}
