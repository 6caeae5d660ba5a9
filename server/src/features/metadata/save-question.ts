import type {
  MetadataQuestion,
  RenamePreview,
  previewRename as previewRoute,
  saveQuestion as saveRoute,
} from '@gensvar/contract/metadata'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { toQuestion } from './answers.ts'
import { applyRename, touchedBy } from './rename/apply-rename.ts'
import type { RenameAt } from './rename/place.ts'
import type { Rename } from './rename/rename.ts'
import { retype } from './retype.ts'
import { demandVersion, settingsOf, textsOf } from './stale.ts'
import { findQuestion, lockSurvey, updateQuestionRow } from './store.ts'
import type { ChoiceRow, QuestionRow } from './store.ts'

/** The error for a question that is not there. */
export function noQuestion(): AppError {
  return new AppError('not_found', say`There is no such question any more.`)
}

/** What a rename is made in: the survey as it is at this moment. */
export async function renameAt({ db }: Pick<Ctx, 'db'>, surveyId: number): Promise<RenameAt> {
  const model = await loadSurveyModelById({ db }, surveyId)
  return { db, model, configuration: (await readConfiguration(db, surveyId))?.text ?? null }
}

/**
 * What another name of a question, or of one of its choices, would change. Throws at `name`: `validation` or `conflict`
 * with the reason where it cannot be renamed.
 */
export async function previewRename(
  ctx: Ctx,
  survey: string,
  { question: id, choice: choiceId, name }: z.output<(typeof previewRoute)['query']>,
): Promise<RenamePreview> {
  const { model } = await surveyAccess(ctx, survey)
  const found = await findQuestion(ctx.db, model.id, id)
  if (!found) throw noQuestion()
  const { variable } = found.question
  const choice = found.choices.find((one) => one.id === choiceId)
  if (choiceId !== undefined && !choice) throw new AppError('not_found', say`There is no such choice any more.`)
  const rename: Rename = choice
    ? { kind: 'choice', variable, from: choice.extName, to: name }
    : { kind: 'variable', from: variable, to: name }
  const at = await renameAt(ctx, model.id)
  const { counts, configuration } = await touchedBy(at, rename, 'name')
  const { lines, left } = configuration
  return { seen: at.model.version, touched: counts, lines, left }
}

/** Throws `conflict` where what a rename touches was not seen, or the survey has changed since. */
export function demandSeen(at: RenameAt, seen: number | null): void {
  if (seen === at.model.version) return
  throw new AppError('conflict', say`Look first at what the other name changes.`, {
    renameSeen: say`is out of date`,
  })
}

/**
 * Saves a question; another variable renames it wherever it is used. Throws `conflict` for a stale version, a rename that
 * was not seen or a name that is taken, `validation` with the reason at the field, `not_found` for one that is gone.
 */
export async function saveQuestion(
  ctx: Ctx,
  survey: string,
  { id, version, renameSeen, ...wanted }: z.output<(typeof saveRoute)['body']>,
): Promise<MetadataQuestion> {
  const { model } = await surveyAccess(ctx, survey)
  const values = {
    ...wanted,
    language: wanted.language === '' ? null : wanted.language,
    title: textsOf(wanted.title),
    question: textsOf(wanted.question),
    features: settingsOf('features', wanted.features),
    format: settingsOf('format', wanted.format),
    ...(wanted.type === 'scale' ? {} : { scaleMin: null, scaleMax: null }),
  }
  return write(ctx, async (tx) => {
    await lockSurvey(tx.db, model.id)
    const found = await findQuestion(tx.db, model.id, id)
    if (!found) throw noQuestion()
    demandVersion(found.question.version, version)
    const renamed = await renameQuestion(tx, { ...found, surveyId: model.id }, { ...values, renameSeen })
    const question = { ...found.question, variable: values.variable }
    if (renamed) await updateQuestionRow(tx.db, model.id, question)
    await retype({ ...(await renameAt(tx, model.id)), question, choices: found.choices }, values)
    // A file's column is found by its name: that of the question until now, where none is known.
    const foreignName = renamed && values.foreignName === '' ? renamed.from : values.foreignName
    await updateQuestionRow(tx.db, model.id, { ...question, ...values, foreignName })
    await tx.audit({
      action: 'metadata.question.save',
      surveyId: model.id,
      object: values.variable,
      details: { changed: changedFields(found.question, values), ...renamed },
    })
    await tx.surveyChanged(model.id)
    const saved = await findQuestion(tx.db, model.id, id)
    if (!saved) throw noQuestion()
    return toQuestion(saved.question, saved.choices)
  })
}

/** Renames a question wherever it is used, if its variable changes. Returns what the audit log says of it. */
async function renameQuestion(
  tx: WriteTx,
  { question, surveyId }: { question: QuestionRow; choices: ChoiceRow[]; surveyId: number },
  wanted: Pick<QuestionRow, 'variable' | 'type'> & { renameSeen: number | null },
): Promise<{ from: string; touched: Record<string, number> } | null> {
  if (wanted.variable === question.variable) return null
  if (wanted.type !== question.type) {
    const words = say`Change the variable and the type one after the other.`
    throw new AppError('validation', words, { type: words })
  }
  const at = await renameAt(tx, surveyId)
  demandSeen(at, wanted.renameSeen)
  const rename: Rename = { kind: 'variable', from: question.variable, to: wanted.variable }
  const { counts } = await applyRename(at, rename, 'variable')
  return { from: question.variable, touched: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) }
}

/** The names of the fields that a save changes: texts of people are not logged. */
function changedFields(before: QuestionRow, after: Partial<QuestionRow>): string[] {
  return Object.entries(after)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, key)))
    .map(([key]) => key)
}
