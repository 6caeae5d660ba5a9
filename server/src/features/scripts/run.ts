import { isHookName } from '@gensvar/contract/script-types/index'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { runScript as runRoute } from '@gensvar/contract/scripts'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import { requireCase } from '#server/domain/rights/require-case.ts'
import { programAccess, surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { readUpdatedRows } from '#server/domain/samples/updates/update-store.ts'
import type { UpdatedRow } from '#server/domain/samples/updates/update-store.ts'
import { faultText } from '#server/domain/scripts/fault-text.ts'
import { answerScript } from '#server/domain/scripts/host.ts'
import { eventsOf, insertEventRows } from '#server/domain/scripts/script-events.ts'
import type { ScriptEvent } from '#server/domain/scripts/script-events.ts'
import { runInSandbox } from '#server/domain/scripts/sandbox/sandbox.ts'
import type { SandboxOrder } from '#server/domain/scripts/sandbox/sandbox.ts'
import type { CallOutcome } from '#server/domain/scripts/sandbox/sandbox-messages.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { askedRun } from './asked-run.ts'
import { demandScript } from './service.ts'
import { findVersionRow } from './store.ts'
import type { ScriptRow } from './store.ts'
import { tryAlertScript } from './try-alerts.ts'
import { isApplied, typedRun } from './typed-run.ts'
import type { TypedRun } from './typed-run.ts'

type Answer = z.input<(typeof runRoute)['response']>

/** Characters of an answer that are shown. */
const longest = 2000

/**
 * Runs a script for a survey, and for one of its interviews if one is named. A real run is in the audit log and leaves its
 * log in the events; a dry run leaves nothing. Of a type that acts on responses, both say what changes, and a real run does
 * it; without an interview a dry run of GENERATE_ALERT is tried against the past. All other types get the input of their type,
 * and change nothing. Throws `not_found`, and `conflict` for a disabled script; what goes wrong in the script is the result.
 */
export async function runScript(
  ctx: Ctx,
  { survey, surveyId, scriptId }: { survey: string; surveyId: number; scriptId: number },
  { isDry, interviewId }: { isDry: boolean; interviewId: number | null },
): Promise<Answer> {
  const row = await demandScript(ctx, scriptId)
  if (row.scriptType === 'CONFIGURATION') throw new AppError('validation', say`A configuration is not run.`)
  if (row.disabled) throw new AppError('conflict', say`This script is disabled.`)
  const access = await surveyAccess(ctx, survey)
  demandFitting(row, access, surveyId)
  const type = row.scriptType
  const text = (await findVersionRow(ctx.db, scriptId, row.version))?.script ?? ''
  if (isApplied(type) && interviewId === null) {
    if (type !== 'GENERATE_ALERT' || !isDry)
      throw new AppError('validation', say`Scripts of this type are run for an interview.`, {
        interviewId: say`Name an interview.`,
      })
    const { result, changes } = await tryAlertScript(ctx, access, text)
    const [fault] = result.outcomes
    return { ...answerOf(fault ?? { json: 'null' }, eventsOf(result)), changes: translated(ctx, changes) }
  }
  const response = interviewId === null ? null : await readResponse(ctx, access, interviewId)
  const asked = await programAccess(ctx, access.model)
  const now = ctx.clock.now()
  const typed = runOf(ctx, asked, type, response)
  const interview = response && { id: response.id, eventDate: response.eventDate, answers: response.answers }
  const host: SandboxOrder['host'] = typed?.host ?? ((name, args) => answerScript(ctx, asked, name, args))
  const input = typed?.input ?? { now: now.toISOString(), interview }
  const result = await runInSandbox({ script: text, inputs: [input], now, host }, ctx.work)
  const [outcome] = result.outcomes
  if (!outcome) throw new Error('A run has an outcome')
  const read = await typed?.read(outcome)
  const shown = read?.fault ? { fault: read.fault } : outcome
  const problems = (read?.problems ?? []).map((message) => ({ eventType: 'ERROR' as const, message }))
  const events = [...eventsOf({ ...result, outcomes: [shown] }), ...problems]
  if (!isDry)
    await write(ctx, async (tx) => {
      await insertEventRows(tx, scriptId, events)
      await tx.audit({ action: 'script.run', surveyId: access.model.id, object: row.extName })
      await read?.apply(tx)
    })
  const answer = answerOf(shown, events)
  return {
    ...answer,
    changes: translated(ctx, read?.changes ?? []),
    logged: [...answer.logged, ...problems.map(({ message }) => message)],
  }
}

/** The run of a type that the product calls; null for those that are run by hand only. */
function runOf(ctx: Ctx, access: SurveyAccess, type: string, response: UpdatedRow | null): TypedRun | null {
  if (!isHookName(type)) return null
  if (isApplied(type)) return response && typedRun(ctx, access, type, response)
  return askedRun(ctx, access, type, response)
}

/**
 * Throws `not_found` where a script is not one of the survey that it is to run for. A global one, or that of the universe,
 * runs for the survey of the path, whose id may be left out (0).
 */
function demandFitting(row: ScriptRow, { model }: SurveyAccess, surveyId: number): void {
  const isNamed = surveyId === model.id || (surveyId === 0 && row.surveyId === null)
  const isItsOwn = isNamed && (row.surveyId === null || row.surveyId === model.id)
  const isMatching = row.matching.length === 0 || row.matching.includes(model.extName)
  if (!isItsOwn || !isMatching) throw new AppError('not_found', say`This script is not one of the survey.`)
}

/** A response that a run is for. Throws `not_found` for one of another survey, `forbidden` in an anonymous survey. */
async function readResponse(ctx: Ctx, access: SurveyAccess, id: number): Promise<UpdatedRow> {
  demandSingleAnswers(access)
  await requireCase(ctx, access, id)
  const [row] = await readUpdatedRows(ctx, access.model.id, [id])
  if (!row) throw new AppError('not_found', say`There is no such response, or you may not open it.`)
  return row
}

function translated({ locale }: Ctx, words: readonly Words[]): string[] {
  return words.map((one) => translate(one, locale))
}

function answerOf(outcome: CallOutcome, events: readonly ScriptEvent[]): Answer {
  const logged = events.filter(({ eventType }) => eventType !== 'ERROR').map(({ message }) => message)
  return 'fault' in outcome
    ? { returnCode: 1, message: faultText(outcome.fault).slice(0, longest), changes: [], logged }
    : { returnCode: 0, message: outcome.json === 'null' ? 'Done' : outcome.json.slice(0, longest), changes: [], logged }
}
