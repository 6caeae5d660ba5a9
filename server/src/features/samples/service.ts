import type { sample } from '@gensvar/contract/entities/samples'
import type { SampleState } from '@gensvar/contract/entities/states'
import { sampleButtons } from '@gensvar/contract/sample-buttons'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { drillPathOf } from '#server/domain/cases/case-place.ts'
import { headerOf } from '#server/domain/cases/case-title.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import { recordTables } from '#server/domain/cases/record-tables.ts'
import type { Ctx } from '#server/domain/context.ts'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import { sampleAccess } from '#server/domain/samples/sample-access.ts'
import type { SampleAccess } from '#server/domain/samples/sample-access.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { fieldOf, fieldSource, fieldsOf, plainField } from '#server/domain/samples/fields.ts'
import { isOpenOn } from '#server/domain/samples/open-period.ts'
import type { FieldValues } from '#server/domain/samples/read-fields.ts'
import { completedState, mayEditField, sampleRightsOf } from '#server/domain/samples/sample-rights.ts'
import { deleteSampleRows, lockSampleRow } from '#server/domain/samples/sample-store.ts'
import { checkSample, saveSample } from '#server/domain/samples/save-sample.ts'
import { resend } from '#server/domain/sending/sending.ts'
import type { Resend } from '#server/domain/sending/sending.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { fieldGroups } from './sample-fields.ts'

export { updatesTask } from '#server/domain/samples/updates/updates-task.ts'

type Sample = z.input<typeof sample>

/** What a sample is saved with from its page. */
export interface SampleUpdate {
  version: number
  overwrite: boolean
  state: SampleState
  comment: string
  fields: FieldValues
}

/** A sample with what its page offers. Throws `not_found` for a response that the caller may not open. */
export async function getSample(ctx: Ctx, survey: string, sampleId: number): Promise<Sample> {
  const access = await sampleAccess(ctx, survey)
  return sampleOf(ctx, access, await readCase(ctx, access, sampleId))
}

/** What is wrong with a sample if it is saved in a state; nothing is saved. */
export async function validateSample(
  ctx: Ctx,
  at: { survey: string; sampleId: number },
  asked: { state: SampleState; fields: FieldValues },
): Promise<{ questionIdToMessages: Record<string, string[]> }> {
  const access = await sampleAccess(ctx, at.survey)
  const row = await readCase(ctx, access, at.sampleId)
  const contents = { values: asked.fields, state: Number(asked.state), defs: defsOf(access) }
  const messages = await checkSample(ctx, access, row, contents)
  const said = [...messages].map(([name, words]) => [name, words.map((one) => translate(one, ctx.locale))] as const)
  return { questionIdToMessages: Object.fromEntries(said) }
}

/**
 * Saves a sample and sends its invitation again where that is asked for; what could not be sent is told in `notices`, and
 * the sample is saved all the same. Throws as `saveSample` does.
 */
export async function updateSample(
  ctx: Ctx,
  at: { survey: string; sampleId: number },
  { fields, state, ...update }: SampleUpdate,
  asked: { resendEmail: boolean; resendSMS: boolean },
): Promise<{ sample: Sample; notices: string[] }> {
  const access = await sampleAccess(ctx, at.survey)
  const save = { ...update, values: fields, state: Number(state), defs: defsOf(access) }
  const row = await write(ctx, (tx) => saveSample(tx, access, { id: at.sampleId }, save))
  const channels = [asked.resendEmail && ('EMAIL' as const), asked.resendSMS && ('SMS' as const)]
  const notices: string[] = []
  for (const channel of channels) {
    const words = channel && (await resendTo(ctx, access, row, channel))
    if (words) notices.push(translate(words, ctx.locale))
  }
  return { sample: await sampleOf(ctx, access, row), notices }
}

/** Sends the invitation of a sample again, to an address. Throws `forbidden` where its page does not offer that. */
export async function resendInvitation(ctx: Ctx, survey: string, sampleId: number, email: string): Promise<void> {
  const access = await sampleAccess(ctx, survey)
  const row = await readCase(ctx, access, sampleId)
  if (!buttonsOf(ctx, access, row).resendEmail)
    throw new AppError('forbidden', say`The invitation of this sample cannot be sent again.`)
  const to = email.trim()
  if (!z.email().safeParse(to).success)
    throw new AppError('validation', say`Enter an e-mail address, such as anna@example.org`, {
      email: say`Enter an e-mail address, such as anna@example.org`,
    })
  await resend(ctx, access, { sampleId, channel: 'EMAIL', to })
}

/** Deletes a sample for good, with the files that its answers are in. Throws `forbidden` for a completed interview. */
export async function deleteSample(ctx: Ctx, survey: string, sampleId: number): Promise<void> {
  const access = await sampleAccess(ctx, survey)
  const surveyId = access.model.id
  await write(ctx, async (tx) => {
    await removeCaseFiles(tx, surveyId)
    await lockSampleRow(tx, surveyId, sampleId)
    const { state } = await readCase(tx, access, sampleId)
    if (state === completedState) throw new AppError('forbidden', say`A completed interview cannot be deleted here.`)
    await deleteSampleRows(tx, surveyId, [sampleId])
    await tx.audit({ action: 'sample.delete', surveyId, object: String(sampleId) })
    await tx.changed(surveyId, [sampleId])
  })
}

/** Why something was not sent; null where it was. */
async function resendTo(
  ctx: Ctx,
  access: SampleAccess,
  row: CaseRow,
  channel: Resend['channel'],
): Promise<Words | null> {
  const { resendEmail, resendSMS } = buttonsOf(ctx, access, row)
  if (!(channel === 'EMAIL' ? resendEmail : resendSMS)) return say`The invitation of this sample cannot be sent again.`
  const to = contactText(access.model, row, channel === 'EMAIL' ? 'email' : 'phone')
  try {
    await resend(ctx, access, { sampleId: row.id, channel, to })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return listed([error.words])
  }
}

function buttonsOf(ctx: Ctx, access: SampleAccess, row: CaseRow) {
  return sampleButtons(String(row.state) as SampleState, sampleRightsOf(ctx, access, row))
}

function defsOf({ model }: SampleAccess) {
  return fieldGroups(model).flatMap(({ fields }) => fields)
}

async function sampleOf(ctx: Ctx, access: SampleAccess, row: CaseRow): Promise<Sample> {
  const { model } = access
  const { sample: config } = model.config
  const rights = sampleRightsOf(ctx, access, row)
  const source = await fieldSource(ctx, access)
  const stateField = (name: string | undefined) =>
    name === undefined ? null : fieldOf(source, row, plainField(name), { readOnly: !rights.canEditState })
  const [tableGroups, drillPath] = await Promise.all([
    recordTables(ctx, { model, row, locale: ctx.locale }, config.tables),
    drillPathOf(ctx, access, row),
  ])
  return {
    ...rights,
    ...titlesOf(ctx, access, row),
    id: row.id,
    drillPath,
    state: String(row.state) as SampleState,
    period: { ...access.open, isOpen: isOpenOn(access.open, row.eventDate) },
    eventdate: row.eventDate,
    stateQuestion: stateField(config.stateQuestion),
    evalPeriodQuestion: stateField(config.evalPeriodQuestion),
    subStateQuestion: stateField(config.subStateQuestion),
    groups: fieldGroups(model)
      .map(({ title, fields }) => ({
        title,
        fields: fields.flatMap((def) => fieldsOf(source, row, [def], { readOnly: !mayEditField(model, rights, def) })),
      }))
      .filter(({ fields }) => fields.length > 0),
    tableGroups,
    version: row.version,
  }
}

/** The interview's header; where that has no title, who the sample is of. */
function titlesOf(ctx: Ctx, { model }: SampleAccess, row: CaseRow): { title: string; subtitle: string } {
  const header = headerOf(model, row, ctx.locale)
  if (header.title !== `#${row.id}`) return header
  const title = contactText(model, row, 'name') || contactText(model, row, 'email') || header.title
  return { ...header, title }
}
