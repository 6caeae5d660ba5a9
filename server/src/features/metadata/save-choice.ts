import type { MetadataChoice, saveChoice as saveRoute } from '@gensvar/contract/metadata'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import { insertChoices } from '#server/domain/build/questions.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { toChoice } from './answers.ts'
import { configurationProblems } from './configuration-problems.ts'
import { knownQuestions } from '#server/domain/survey/configuration-text.ts'
import { applyRename, isNumber } from './rename/apply-rename.ts'
import { countNamed } from './rename/count-named.ts'
import type { RenameAt } from './rename/place.ts'
import { demandSeen, noQuestion, renameAt } from './save-question.ts'
import { demandVersion, settingsOf, textsOf } from './stale.ts'
import {
  countChoiceAnswers,
  findQuestion,
  findQuestionOfChoice,
  lockSurvey,
  removeChoiceRow,
  updateChoiceRow,
  updateQuestionRow,
} from './store.ts'
import type { ChoiceRow, QuestionRow } from './store.ts'

function noChoice(): AppError {
  return new AppError('not_found', say`There is no such choice any more.`)
}

/**
 * Saves a choice, or adds one; another extname renames it wherever it is used. Throws `conflict` for a stale version, a
 * rename that was not seen or a name that is taken, `not_found` for one that is gone.
 */
export async function saveChoice(
  ctx: Ctx,
  survey: string,
  { id, questionId, version, renameSeen, ...wanted }: z.output<(typeof saveRoute)['body']>,
): Promise<MetadataChoice> {
  const { model } = await surveyAccess(ctx, survey)
  const values = {
    extName: wanted.extname,
    title: textsOf(wanted.title),
    features: settingsOf('features', wanted.features),
  }
  return write(ctx, async (tx) => {
    await lockSurvey(tx.db, model.id)
    const found = await findQuestion(tx.db, model.id, questionId)
    if (!found) throw noQuestion()
    const { question, choices } = found
    const stored = choices.find((choice) => choice.id === id)
    if (id !== null && !stored) throw noChoice()
    let touched: Record<string, unknown> | undefined
    if (!stored) await addChoice(tx, { question, choices }, values)
    else {
      demandVersion(stored.version, version)
      if (stored.extName !== values.extName) {
        const at = await renameAt(tx, model.id)
        demandSeen(at, renameSeen)
        touched = await renameChoice(at, { question, from: stored.extName, to: values.extName })
      }
      await updateChoiceRow(tx.db, { id: stored.id, ...values })
    }
    await tx.audit({
      action: 'metadata.choice.save',
      surveyId: model.id,
      object: `${question.variable}/${values.extName}`,
      ...(touched && { details: touched }),
    })
    await tx.surveyChanged(model.id)
    const after = await findQuestion(tx.db, model.id, questionId)
    const saved = after?.choices.find(({ extName }) => extName === values.extName)
    if (!saved) throw noChoice()
    return toChoice(question, saved)
  })
}

async function addChoice(
  { db }: Pick<Ctx, 'db'>,
  { question, choices }: { question: QuestionRow; choices: readonly ChoiceRow[] },
  { extName, title, features }: Pick<ChoiceRow, 'extName' | 'title' | 'features'>,
): Promise<void> {
  if (question.type !== 'single' && question.type !== 'multiple') {
    const words = say`Only questions of the types single and multiple get further choices.`
    throw new AppError('validation', words, { extname: words })
  }
  if (choices.some((choice) => choice.extName === extName)) {
    const words = say`Another choice of the question has the name "${extName}".`
    throw new AppError('conflict', words, { extname: words })
  }
  const code = Math.max(0, ...choices.map((choice) => choice.code)) + 1
  await insertChoices(db, [{ questionId: question.id, choices: [{ extName, title, code }] }])
  const { id } = await db
    .selectFrom('choice')
    .select('id')
    .where('question_id', '=', question.id)
    .where('ext_name', '=', extName)
    .executeTakeFirstOrThrow()
  await updateChoiceRow(db, { id, extName, title, features })
}

/** Renames a choice wherever it is used. A later file calls it what files have called it, so that name is kept. */
async function renameChoice(
  at: RenameAt,
  { question, from, to }: { question: QuestionRow; from: string; to: string },
): Promise<Record<string, unknown>> {
  const rename = { kind: 'choice', variable: question.variable, from, to } as const
  const { counts } = await applyRename(at, rename, 'extname')
  const { renamed } = question.format
  const before = typeof renamed === 'object' && renamed !== null ? Object.entries(renamed) : []
  const names = [...before.filter(([, now]) => now !== from), ...before.filter(([, now]) => now === from), [from, to]]
    .map(([file, now]) => [String(file), now === from ? to : now] as const)
    .filter(([file, now]) => file !== now)
  const format = { ...question.format, renamed: Object.fromEntries(names) }
  await updateQuestionRow(at.db, at.model.id, { ...question, format })
  return { from, touched: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) }
}

/**
 * Deletes a choice that nothing uses. Throws `conflict` with how many answers have it, or where the configuration, users
 * or places name it.
 */
export async function removeChoice(ctx: Ctx, survey: string, choiceId: number): Promise<{ ok: true }> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await lockSurvey(tx.db, model.id)
    const questionId = await findQuestionOfChoice(tx.db, model.id, choiceId)
    const found = questionId === null ? null : await findQuestion(tx.db, model.id, questionId)
    const choice = found?.choices.find(({ id }) => id === choiceId)
    if (!found || !choice) throw noChoice()
    const { question } = found
    const reason = await reasonToKeep(await renameAt(tx, model.id), question, choice)
    if (reason) throw new AppError('conflict', reason)
    await removeChoiceRow(tx.db, choiceId)
    await tx.audit({
      action: 'metadata.choice.remove',
      surveyId: model.id,
      object: `${question.variable}/${choice.extName}`,
    })
    await tx.surveyChanged(model.id)
    return { ok: true }
  })
}

/**
 * Why a choice has to stay: answers have it, or filters of users, saved ones, places or the configuration name it. Null
 * where nothing uses it.
 */
export async function reasonToKeep(
  at: RenameAt,
  question: Pick<QuestionRow, 'variable' | 'type'>,
  { extName }: Pick<ChoiceRow, 'extName'>,
): Promise<Words | null> {
  const { model, configuration } = at
  const { variable } = question
  const answers = await countChoiceAnswers(at.db, model.id, { variable, extName, isNumber: isNumber(question) })
  if (answers > 0) return say`${new Count(answers)} answers have this choice. Change them first.`
  const named = await countNamed(at, { kind: 'choice', variable, from: extName, to: '' })
  if (named > 0)
    return say`${new Count(named)} filters, places or rights name this choice. Rename it, or change them first.`
  if (configuration === null) return null
  const before = knownQuestions(model)
  const after = before.map((one) =>
    one.variable === variable ? { ...one, choices: one.choices?.filter((name) => name !== extName) ?? [] } : one,
  )
  const problems = configurationProblems(configuration, after)
  const [first] = problems
  if (!first || problems.length <= configurationProblems(configuration, before).length) return null
  return say`The configuration names this choice, line ${first.line}: ${first.text}.`
}
