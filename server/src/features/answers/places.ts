import { localeOfTag } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'
import { readLink } from '#server/domain/campaigns/tracking/read-link.ts'
import type { OpenCtx } from '#server/domain/context.ts'
import { questionnaireFor } from '#server/domain/questionnaire/questionnaire.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { fieldSource } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import { movePlace } from '#server/domain/samples/move-place.ts'
import { cancelledState, completedState, unapprovedState } from '#server/domain/samples/sample-rights.ts'
import { findSurveyModelById, loadSurveyModelAt } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { keepsEntries } from './asking.ts'
import type { AnswerPlace, Asking, Respondent } from './asking.ts'
import { entryOf } from './form.ts'
import { readOpenToken, readTrialToken } from './open-link.ts'
import { findAnsweredRow, readEntry, readRotation } from './store.ts'
import type { AnsweredRow } from './store.ts'

type Ctx = Pick<OpenCtx, 'db' | 'clock'>

/** What the link of somebody who was invited leads to. With `withKept`, also what they entered before. */
export async function personPlace(ctx: Ctx, token: string, { withKept }: { withKept: boolean }): Promise<AnswerPlace> {
  const link = await readLink(ctx.db, 'answer', token)
  if (!link) return { kind: 'unknown' }
  return placeOfPerson(ctx, { universeId: link.universeId, responseId: link.numbers[0] ?? 0 }, { withKept })
}

/** The same of somebody who is known by their response, of a universe. */
export async function placeOfPerson(
  ctx: Ctx,
  { universeId, responseId }: { universeId: number; responseId: number },
  { withKept }: { withKept: boolean },
): Promise<AnswerPlace> {
  const row = await findAnsweredRow(ctx.db, universeId, responseId)
  if (!row) return { kind: 'unknown' }
  const model = await loadSurveyModelAt(ctx, { id: row.surveyId, version: row.surveyVersion })
  const locale = localeOfTag(contactText(model, row, 'language'))
  const state = stateOf(model, row)
  if (state !== 'open') return { kind: state, model, locale }
  const start = model.anonymity === null ? row : anonymousStart(model, row, todayIn(ctx.clock, model.timeZone))
  const asking = await askingOf(ctx, model, { respondent: { kind: 'person', row }, start, locale })
  if (asking.kind !== 'open' || !withKept || !keepsEntries(asking)) return asking
  const kept = await readEntry(ctx.db, row.id)
  return { ...asking, kept: kept && entryOf(asking, kept) }
}

/** What a link leads to that anybody may answer at. */
export async function openPlace(ctx: Ctx, token: string): Promise<AnswerPlace> {
  const link = await readOpenToken(ctx, token)
  const model = link && (await findSurveyModelById(ctx, link.surveyId))
  if (!link || model?.universeId !== link.universeId) return { kind: 'unknown' }
  const isValid = model.config.questionnaire.openLinks && (await readRotation(ctx.db, model.id)) === link.rotation
  if (!isValid || model.disabled) return { kind: 'closed', model, locale: null }
  const source = await sourceOf(ctx, model)
  const start = startAt(model, source, link.unitId, todayIn(ctx.clock, model.timeZone))
  if (!start) return { kind: 'closed', model, locale: null }
  return askingOf(ctx, model, { respondent: { kind: 'anybody', link }, start, locale: null })
}

/** What a link leads to that a survey is tried at. */
export async function trialPlace(ctx: Ctx, token: string): Promise<AnswerPlace> {
  const link = await readTrialToken(ctx, token)
  const model = link && (await findSurveyModelById(ctx, link.surveyId))
  if (!link || model?.universeId !== link.universeId) return { kind: 'unknown' }
  const start = { answers: {}, contact: {}, eventDate: todayIn(ctx.clock, model.timeZone), unitIds: [] }
  return askingOf(ctx, model, { respondent: { kind: 'trial' }, start, locale: null })
}

/** Whether a sample can be answered now. */
export function stateOf(model: SurveyModel, { state, isUsed }: AnsweredRow): 'open' | 'closed' | 'done' {
  if (state === completedState || isUsed) return 'done'
  return model.disabled || state === cancelledState || state === unapprovedState ? 'closed' : 'open'
}

async function askingOf(
  ctx: Ctx,
  model: SurveyModel,
  { respondent, start, locale }: Pick<Asking, 'start' | 'locale'> & { respondent: Respondent },
): Promise<AnswerPlace> {
  const questionnaire = questionnaireFor(model, start.answers)
  if (questionnaire.pages.every((page) => page.length === 0)) return { kind: 'closed', model, locale }
  const source = await sourceOf(ctx, model)
  return { kind: 'open', model, questionnaire, source, respondent, start, locale, kept: null }
}

const sources = new WeakMap<SurveyModel, Promise<FieldSource>>()

/** What fields of a survey are read by; made once for each version of it, because every answer needs it. */
function sourceOf(ctx: Ctx, model: SurveyModel): Promise<FieldSource> {
  const known = sources.get(model)
  if (known) return known
  const made = programAccess(ctx, model).then((access) => fieldSource(ctx, access))
  sources.set(model, made)
  made.catch(() => sources.delete(model))
  return made
}

/** What an anonymous answer starts with: the place, and the backgrounds that published figures may be filtered by. */
function anonymousStart({ views, anonymity }: SurveyModel, row: AnsweredRow, today: string): AnsweredRow {
  const kept = new Set([...views.flatMap(({ levels }) => levels), ...(anonymity?.filters ?? [])])
  const answers = Object.fromEntries(Object.entries(row.answers).filter(([variable]) => kept.has(variable)))
  // Of the day it is given: the day of an event would lead to the sample.
  return { ...row, answers, contact: {}, eventDate: today }
}

/**
 * What an answer of anybody at a place starts with; null for a place that is gone. At a place that is not one of the lowest,
 * it gets its place in the hierarchies when it is stored.
 */
function startAt(model: SurveyModel, source: FieldSource, unitId: number, today: string): Asking['start'] | null {
  const nowhere = { answers: namesOnly<Record<string, string>>({}), contact: {}, eventDate: today, unitIds: [] }
  if (unitId === 0) return nowhere
  const unit = source.tree.unit(unitId)
  const view = model.views.find(({ id }) => id === unit?.viewId)
  if (!unit || !view) return null
  const levels = new Set(view.levels.slice(0, unit.depth))
  const path = source.tree.pathOf(unit).map(({ extName }, depth) => [view.levels[depth] ?? '', extName])
  const answers = namesOnly<Record<string, string>>(Object.fromEntries(path))
  const draft = { ...nowhere, answers: namesOnly({ ...answers }) }
  return movePlace(source, draft, { changed: levels, sent: levels }).size > 0 ? { ...nowhere, answers } : draft
}
