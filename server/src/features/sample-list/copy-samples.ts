import type { copyActionData } from '@gensvar/contract/entities/samples'
import type { copySamples as copySamplesRoute } from '@gensvar/contract/samples'
import { listed, say } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import { listCases } from '#server/domain/cases/list-cases.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { fieldSource, fieldsOf, plainField, targetOf } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import { mandatory, readFields } from '#server/domain/samples/read-fields.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { copyRefusal, meetsScope, outsideScope } from '#server/widgets/sample-table/actions.ts'
import { actionOf, askedTable } from './asked-table.ts'
import type { TableParams } from './asked-table.ts'
import { insertSamples } from './insert-samples.ts'
import { insertCommentRows, readEventSources } from './store.ts'

type CopyAction = WidgetConfig<'sample-table'>['copyActions'][number]
type CopyParams = TableParams & { action: string }
type CopyData = z.output<(typeof copySamplesRoute)['body']>

/**
 * The form of a copy action: its fields with the answers of a sample. The date is left to whoever copies. Throws
 * `not_found` for an action the table does not have and a sample that the caller may not open.
 */
export async function getCopyAction(
  ctx: Ctx,
  { action: name, ...params }: CopyParams,
  sampleId: number,
): Promise<z.input<typeof copyActionData>> {
  const { access, config } = await askedTable(ctx, params)
  const { fields } = actionOf(config.copyActions, name)
  const row = await readCase(ctx, access, sampleId)
  const source = await fieldSource(ctx, access)
  const defs = fields.map((field) => plainField(field))
  return { eventdate: null, fields: fieldsOf(source, row, defs, { readOnly: false }), comments: '' }
}

/**
 * Copies samples: each copy is new, lies where its original does, and has the action's fields, the date and the comment.
 * Throws `validation` with messages at `eventdate` and `fields.QUESTION`, `not_found` where the caller may not open one of
 * the samples, `forbidden` where they may add none of that date.
 */
export async function copySamples(
  ctx: Ctx,
  { action: name, ...params }: CopyParams,
  { sampleIds, eventdate, fields, comments }: CopyData,
): Promise<{ sampleIds: number[] }> {
  const { access, config, requested } = await askedTable(ctx, params)
  const { model } = access
  const action = actionOf(config.copyActions, name)
  const date = action.eventdate ? dateOf(eventdate, requested.today) : requested.today
  const refusal = copyRefusal(access, date)
  if (refusal) throw new AppError('forbidden', refusal)
  const originals = await readOriginals(ctx, access, [...new Set(sampleIds)])
  const sources = await readEventSources(ctx, model.id, sampleIds)
  const source = await fieldSource(ctx, access)
  const copies = originals.map((row) => ({
    ...copyOf(source, row, { action, date, values: fields }),
    eventSource: sources.get(row.id) ?? null,
  }))
  if (copies.some((copy) => !meetsScope(access, source, copy))) throw new AppError('forbidden', outsideScope)
  return write(ctx, async (tx) => {
    const made = await insertSamples(tx, access, copies)
    const comment = action.comments ? comments.trim() : ''
    if (comment !== '') await insertCommentRows(tx, made, comment)
    await tx.audit({
      action: 'sample.copy',
      surveyId: model.id,
      object: config.id,
      details: { action: action.extname, originals: originals.map(({ id }) => id), copies: made },
    })
    return { sampleIds: made }
  })
}

function dateOf(eventdate: string | null, today: string): string {
  if (eventdate !== null && eventdate >= today) return eventdate
  const words = eventdate === null ? mandatory : say`Choose today or a later day.`
  throw new AppError('validation', words, { eventdate: words })
}

async function readOriginals(ctx: Ctx, access: SurveyAccess, ids: readonly number[]): Promise<CaseRow[]> {
  const { rows } = await listCases(ctx, access.model, access.caseScope, {
    conditions: [],
    ids,
    from: 0,
    to: ids.length,
    isCounted: false,
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (row) return row
    throw new AppError('not_found', say`There is no such response, or you may not open it.`)
  })
}

/** The copy of a sample: its place, the action's fields as they are or as they are sent, and nothing else of it. */
function copyOf(
  source: FieldSource,
  row: CaseRow,
  { action, date, values }: { action: CopyAction; date: string; values: CopyData['fields'] },
): SampleDraft {
  const { model } = source.access
  const kept = new Set(model.views.flatMap(({ levels }) => levels))
  const contact: Record<string, string> = {}
  for (const name of action.fields) {
    const target = targetOf(model, name)
    if (target?.kind === 'question') kept.add(target.question.variable)
    const field = target?.kind === 'contact' ? target.field : contactFieldOf(source, name)
    if (field !== undefined && row.contact[field] !== undefined) contact[field] = row.contact[field]
  }
  const answers = Object.fromEntries(Object.entries(row.answers).filter(([variable]) => kept.has(variable)))
  const draft = { answers, contact, eventDate: date, unitIds: [...row.unitIds] }
  const defs = action.fields.map((field) => plainField(field))
  const { after, messages } = readFields(source, draft, values, { defs, everything: false })
  if (messages.size > 0) {
    const wrong = [...messages].map(([name, words]) => [`fields.${name}`, listed(words)] as const)
    throw new AppError('validation', say`Some fields are not right yet.`, Object.fromEntries(wrong))
  }
  const { eventDate } = model.config
  const isAsked = eventDate !== undefined && model.questions.has(eventDate)
  return { ...after, answers: isAsked ? { ...after.answers, [eventDate]: date } : after.answers, eventDate: date }
}

/** The part of the contact that a question of the survey asks for. */
function contactFieldOf({ access: { model } }: FieldSource, name: string): string | undefined {
  return Object.entries(model.config.respondent).find(([field, variable]) => variable === name || field === name)?.[0]
}
