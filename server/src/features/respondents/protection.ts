import type { ProtectionPreview, ProtectionTask, getDataProtection as rulesRoute } from '@gensvar/contract/respondents'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { anonymisedQuestions, countToProtect } from '#server/domain/respondents/protect-many.ts'
import type { Days } from '#server/domain/respondents/protect-many.ts'
import { demandWhole, isWhole } from '#server/domain/respondents/whole-survey.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { cancelTask } from '#server/domain/tasks/cancel.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { countAnonymised, findProtectionTask, listProtectionTasks } from './protection-store.ts'
import { protectionTask } from './protection-task.ts'
import { actsOf, findRetention, saveRetentionRow } from './retention-store.ts'
import type { Retention } from './retention-store.ts'

/** How a survey keeps its respondents, what that reaches tonight, and the tasks that do it. */
export async function getDataProtection(ctx: Ctx, survey: string): Promise<z.input<typeof rulesRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const isAnonymous = model.anonymity !== null
  const retention = await findRetention(ctx, model.id)
  const mayAct = isWhole(access)
  const acts = mayAct ? actsOf(retention, todayIn(ctx.clock, model.timeZone)) : []
  const tonight = []
  for (const { act, to } of acts)
    tonight.push({
      act,
      to,
      responses: isAnonymous ? null : await countToProtect(ctx, model, act, { from: null, to }),
    })
  const refused = say`Only administrators who see all responses of the survey may do this.`
  return {
    isAnonymous,
    refused: mayAct ? null : translate(refused, ctx.locale),
    timeZone: model.timeZone,
    retention,
    tonight,
    tasks: mayAct ? (await listProtectionTasks(ctx, model.id)).map((row) => taskOf(ctx, row, isAnonymous)) : [],
  }
}

type TaskRow = Awaited<ReturnType<typeof listProtectionTasks>>[number]

const states = {
  OPEN: 'waiting',
  RETRY: 'waiting',
  PROCESSING: 'running',
  PAUSED: 'paused',
  CLOSED: 'done',
  FAILED: 'failed',
} as const

function taskOf({ locale }: Ctx, row: TaskRow, isAnonymous: boolean): ProtectionTask {
  return {
    id: row.id,
    act: row.payload.act,
    from: row.payload.from,
    to: row.payload.to,
    state: states[row.state],
    created: row.created.toISOString(),
    progress: row.progress && !isAnonymous ? { done: row.progress.done, total: row.progress.total } : null,
    reason: row.reason ? translate(readWords(row.reason), locale) : '',
  }
}

/** What anonymising responses of some days would reach; without numbers in an anonymous survey. */
export async function previewAnonymisation(ctx: Ctx, survey: string, days: Days): Promise<ProtectionPreview> {
  const access = await surveyAccess(ctx, survey)
  demandWhole(access)
  const { model } = access
  const { removed, kept } = anonymisedQuestions(model)
  const titled = (question: Question) => ({
    variable: question.variable,
    title: pickText(question.title, ctx.locale) || question.variable,
  })
  if (model.anonymity !== null)
    return {
      counts: null,
      questions: removed.map((question) => ({ ...titled(question), answers: null })),
      kept: kept.map(titled),
    }
  const { answers, ...counts } = await countAnonymised(
    ctx,
    model.id,
    days,
    removed.map(({ variable }) => variable),
  )
  const responses = await countToProtect(ctx, model, 'anonymise', days)
  return {
    counts: { ...counts, responses },
    questions: removed.map((question) => ({ ...titled(question), answers: answers[question.variable] ?? 0 })),
    kept: [],
  }
}

/** Starts a task that anonymises the responses of some days. Returns its id, or that of an equal one that has not ended. */
export async function anonymiseResponses(ctx: Ctx, survey: string, { from, to }: Days): Promise<{ taskId: number }> {
  const access = await surveyAccess(ctx, survey)
  demandWhole(access)
  const { model } = access
  const taskId = await write(ctx, async (tx) => {
    await tx.audit({ action: 'respondents.anonymise', surveyId: model.id, details: { from, to } })
    return enqueueTask(tx, protectionTask, {
      payload: { survey: model.extName, surveyId: model.id, act: 'anonymise', from, to },
      surveyId: model.id,
      dedupeKey: `anonymise ${model.id} ${from ?? ''} ${to ?? ''}`,
    })
  })
  return { taskId }
}

/** Stops a task, unless it has ended; what it has done stays done. Throws `not_found`. */
export async function stopProtectionTask(ctx: Ctx, survey: string, taskId: number): Promise<void> {
  const access = await surveyAccess(ctx, survey)
  demandWhole(access)
  const { model } = access
  if (!(await findProtectionTask(ctx, model.id, taskId))) throw new AppError('not_found', say`There is no such task.`)
  await write(ctx, async (tx) => {
    await cancelTask(tx, taskId, say`Cancelled by ${nameOf(ctx.identity)}.`)
    await tx.audit({ action: 'respondents.stop', surveyId: model.id, object: String(taskId) })
  })
}

/**
 * Saves how long a survey keeps its respondents. Throws `validation` at `eraseAfter` for an anonymous one, whose closed
 * figures never change, and `conflict` at `version` where somebody else saved since.
 */
export async function saveRetention(ctx: Ctx, survey: string, retention: Retention): Promise<Retention> {
  const access = await surveyAccess(ctx, survey)
  demandWhole(access)
  const { model } = access
  if (model.anonymity !== null && retention.eraseAfter !== null) {
    const words = say`The figures of an anonymous survey never change, so its responses are anonymised only.`
    throw new AppError('validation', words, { eraseAfter: words })
  }
  return write(ctx, async (tx) => {
    const saved = await saveRetentionRow(tx, model.id, retention)
    if (!saved) {
      const words = say`Somebody else has saved these rules since. Yours were not saved.`
      throw new AppError('conflict', words, { version: words })
    }
    const { anonymiseAfter, eraseAfter } = saved
    await tx.audit({ action: 'respondents.rules', surveyId: model.id, details: { anonymiseAfter, eraseAfter } })
    return saved
  })
}
