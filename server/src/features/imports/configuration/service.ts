import { say } from '@gensvar/contract/say'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { parse, stringify } from 'yaml'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import type { StoredConfiguration } from '#server/domain/build/configuration.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { followConfiguration } from '#server/domain/comments/note-comments.ts'
import { followShares } from '#server/domain/weights/have-weights.ts'
import type { Ctx } from '#server/domain/context.ts'
import { readSurveyShape } from '#server/domain/survey/survey-model-store.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { todayIn } from '#server/platform/clock.ts'
import { readDoubts, readPlanRecord, savePlanRecord } from '../doubts/store.ts'
import { decisionsOf } from '../doubts/rewrite-survey.ts'
import type { PlanRecord } from '../plan/plan-record.ts'
import { readSurveyPlace } from '../store.ts'
import { readConfigFile } from './config-file.ts'
import { authors } from './configuration-to-save.ts'
import { generateConfiguration } from './generate.ts'

/** The text of a survey's configuration; empty for a survey without one. */
export async function showConfiguration({ db }: Ctx, surveyId: number): Promise<string> {
  return (await readConfiguration(db, surveyId))?.text ?? ''
}

/**
 * Replaces a survey's configuration. Throws `validation` with line and column of every error, and `conflict` for one
 * that would end the anonymity of a survey.
 */
export async function setConfiguration(
  ctx: Ctx,
  surveyId: number,
  { name, text }: { name: string; text: string },
): Promise<void> {
  const file = readConfigFile(name, text)
  if (Object.keys(file.questions).length > 0) {
    const words = say`Settings of questions are part of an import. Leave "questions" out.`
    throw new AppError('validation', words, { questions: words })
  }
  const questions = [...(await questionsOf(ctx, surveyId)).values()]
  file.check(questions.map(({ variable, type }) => ({ variable, plan: { type } })))
  const anonymity = await anonymityOf(ctx, surveyId)
  if (anonymity !== null && file.config.anonymity === 'off') {
    const words = say`The survey is anonymous, and those who answered it were told so. Keep "anonymity" in its configuration.`
    throw new AppError('conflict', words, { anonymity: words })
  }
  await save(ctx, surveyId, { text, source: 'user', author: nameOf(ctx.identity) }, 'configuration.set')
}

/**
 * Generates a survey's configuration again from its imports, its questions as they are now and what was decided.
 * What keeps a survey anonymous stays. Throws `conflict` for a survey that was not made by an import.
 */
export async function resetConfiguration(ctx: Ctx, surveyId: number): Promise<void> {
  await write(ctx, async (tx) => {
    const place = await readSurveyPlace(tx.db, surveyId)
    const [record, stored] = [await readPlanRecord(tx.db, surveyId), await readDoubts(tx.db, surveyId)]
    if (!record || !place)
      throw new AppError(
        'conflict',
        say`Nothing is kept of an import of this survey, so its configuration cannot be generated. Import its file again, or set a configuration.`,
      )
    const anonymity = await anonymityOf(tx, surveyId)
    const given = anonymity === null ? null : stringify({ anonymity })
    const title = place.title[place.locale] ?? record.title
    const now = {
      ...withTitles(record, await questionsOf(tx, surveyId), place.locale),
      title,
      given,
      today: todayIn(ctx.clock, place.timeZone),
    }
    const decided = { doubts: stored.map(({ doubt }) => doubt), decisions: decisionsOf(stored) }
    const text = generateConfiguration(now, place.extName, decided)
    await savePlanRecord(tx.db, surveyId, now)
    const author = given === null ? authors.written : authors.added
    await save(tx, surveyId, { text, source: 'import', author }, 'configuration.reset')
  })
}

async function save(ctx: Ctx, surveyId: number, script: StoredConfiguration, action: string): Promise<void> {
  await write(ctx, async (tx) => {
    const place = await readSurveyPlace(tx.db, surveyId)
    if (!place) throw new AppError('not_found', say`The survey no longer exists.`)
    const { universeId, extName } = place
    await saveConfiguration(tx.db, { id: surveyId, universeId, extName }, script)
    await tx.audit({ action, surveyId, universeId, object: extName })
    await tx.surveyChanged(surveyId)
    await followConfiguration(tx, surveyId)
    await followShares(tx, surveyId)
  })
}

async function questionsOf({ db }: Pick<Ctx, 'db'>, surveyId: number): Promise<ReadonlyMap<string, Question>> {
  return (await readSurveyShape(db, surveyId))?.questions ?? new Map<string, Question>()
}

/** The titles that questions have by now, and only questions that are there. */
function withTitles(record: PlanRecord, questions: ReadonlyMap<string, Question>, locale: string): PlanRecord {
  const columns = record.plan.columns.flatMap((column) => {
    const title = questions.get(column.variable)?.title
    return title ? [{ ...column, title: title[locale] ?? Object.values(title)[0] ?? column.title }] : []
  })
  return { ...record, plan: { ...record.plan, columns } }
}

/** The rules of a survey whose configuration in force is anonymous; null for a named one. */
export async function anonymityOf({ db }: Pick<Ctx, 'db'>, surveyId: number): Promise<unknown> {
  const current = await readConfiguration(db, surveyId)
  const parsed = surveyConfig.safeParse(current ? (parse(current.text) ?? {}) : {})
  return parsed.success && parsed.data.anonymity !== 'off' ? parsed.data.anonymity : null
}
