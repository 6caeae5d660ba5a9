import { say } from '@gensvar/contract/say'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireCheck, QuestionnaireState } from '@gensvar/contract/questionnaires'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { surveyMoment } from '#server/domain/survey/survey-moment.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { askedNow, basisOf, begunWithFor } from './begun-with.ts'
import { checkOf } from './check/check-document.ts'
import { knownNames, namesIn, withPresentNames } from './document/known-names.ts'
import { withNames } from './document/name-questions.ts'
import { unaskedQuestions } from './document/read-document.ts'
import { hasAnswers, readCurrentVersion, readDraftRow, readLocales, readVersion, saveDraftRow } from './store.ts'
import type { DraftRow } from './store.ts'

/** A draft as it is saved: over a version, and made of what `basedOn` stands for. */
interface SavedDraft {
  document: QuestionnaireDocument
  version: number
  basedOn?: string | undefined
}

/** The draft of a questionnaire; what is published where there is none. */
export async function getQuestionnaire(ctx: Ctx, survey: string): Promise<QuestionnaireState> {
  const { model } = await surveyAccess(ctx, survey)
  return stateOf(ctx, model)
}

/**
 * Saves the draft and names its new questions, whatever is wrong with it. Throws `conflict` for a stale version, and at
 * `basedOn` where what respondents are asked was changed since it was read.
 */
export async function saveQuestionnaireDraft(
  ctx: Ctx,
  survey: string,
  { document, version, basedOn }: SavedDraft,
): Promise<QuestionnaireState> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await storeDraft(tx, model, { document, version, basedOn })
    const details = { questions: document.questions.length }
    await tx.audit({ action: 'questionnaire.draft', surveyId: model.id, object: model.extName, details })
    return stateOf(tx, model)
  })
}

/** What publishing a questionnaire would say. Nothing is stored. */
export async function checkQuestionnaire(
  ctx: Ctx,
  survey: string,
  document: QuestionnaireDocument,
): Promise<QuestionnaireCheck> {
  const { model } = await surveyAccess(ctx, survey)
  return checkOf(ctx, document, model)
}

/** Throws the draft away. Throws `conflict` for a stale version. */
export async function discardQuestionnaireDraft(
  ctx: Ctx,
  survey: string,
  version: number,
): Promise<QuestionnaireState> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await demandDraft(tx, model, version)
    await clearDraft(tx, model, version)
    await tx.audit({ action: 'questionnaire.discard', surveyId: model.id, object: model.extName })
    return stateOf(tx, model)
  })
}

/** Puts an earlier version into the draft. Throws `not_found`, and `conflict` for a stale version. */
export async function restoreQuestionnaireVersion(
  ctx: Ctx,
  survey: string,
  { number, version }: { number: number; version: number },
): Promise<QuestionnaireState> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    const found = await readVersion(tx.db, model.id, number)
    if (!found) throw noVersion(number)
    await storeDraft(tx, model, { document: withPresentNames(found.document, found.known, model), version })
    const details = { copyOf: number }
    await tx.audit({ action: 'questionnaire.restore', surveyId: model.id, object: model.extName, details })
    return stateOf(tx, model)
  })
}

/** The error for a version that is not there. */
export function noVersion(number: number): AppError {
  return new AppError('not_found', say`There is no version ${number}.`)
}

/** The draft at a version, with the names that its questions have by now. Throws `conflict` for a stale version. */
export async function demandDraft(
  { db }: Pick<WriteTx, 'db'>,
  model: SurveyModel,
  version: number,
): Promise<DraftRow & { document: QuestionnaireDocument }> {
  const draft = await readDraftRow(db, model.id)
  if (draft === null || draft.version !== version) throw staleDraft(model, draft)
  if (draft.document === null) throw new AppError('conflict', say`There is no draft.`, { version: say`is out of date` })
  return { ...draft, document: withPresentNames(draft.document, draft.known, model) }
}

/** Takes the draft away. Throws `conflict` for a stale version. */
export async function clearDraft(tx: WriteTx, model: SurveyModel, version: number): Promise<void> {
  const done = await saveDraftRow(tx, model.id, { stored: null, version, author: nameOf(tx.identity) })
  if (!done) throw staleDraft(model, await readDraftRow(tx.db, model.id))
}

async function storeDraft(tx: WriteTx, model: SurveyModel, { document, version, basedOn }: SavedDraft): Promise<void> {
  const draft = await readDraftRow(tx.db, model.id)
  if ((draft?.version ?? 0) !== version) throw staleDraft(model, draft)
  const named = withNames(document, model)
  const begunWith = await begunWithFor(tx, model, { draft, basedOn })
  const stored = { document: named, known: knownNames(named, model), begunWith }
  const done = await saveDraftRow(tx, model.id, { stored, version, author: nameOf(tx.identity) })
  if (!done) throw staleDraft(model, await readDraftRow(tx.db, model.id))
}

function staleDraft(model: SurveyModel, draft: DraftRow | null): AppError {
  const words = draft
    ? say`Meanwhile the draft was changed by ${draft.author}, ${surveyMoment(draft.changed, model)}.`
    : say`There is no draft.`
  return new AppError('conflict', words, { version: words })
}

/** What a questionnaire is by now. */
export async function stateOf(
  ctx: Pick<Ctx, 'db' | 'identity' | 'locale'>,
  model: SurveyModel,
): Promise<QuestionnaireState> {
  const [draft, current, locales, isAnswered] = await Promise.all([
    readDraftRow(ctx.db, model.id),
    readCurrentVersion(ctx.db, model.id),
    readLocales(ctx.db, model.universeId),
    // When the first answer came is not told of an anonymous survey: it may have some as soon as it can be answered.
    model.anonymity === null ? hasAnswers(ctx.db, model.id) : true,
  ])
  const isDraft = draft !== null && draft.document !== null
  const document = draft?.document == null ? askedNow(ctx, model) : withPresentNames(draft.document, draft.known, model)
  return {
    survey: model.extName,
    title: { ...model.title },
    document,
    version: draft?.version ?? 0,
    isDraft,
    ...(await basisOf(ctx, model, isDraft ? draft.begunWith : null)),
    changedBy: isDraft ? draft.author : null,
    changed: isDraft ? draft.changed.toISOString() : null,
    published: current && {
      number: current.number,
      author: current.author,
      created: current.created.toISOString(),
    },
    locales,
    stored: [...model.questions.keys()],
    hasAnswers: isAnswered,
    unasked: unaskedQuestions(model, document, new Set(namesIn(document))),
    check: checkOf(ctx, document, model),
  }
}
