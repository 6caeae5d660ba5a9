import { say } from '@gensvar/contract/say'
import type { runScript as runRoute } from '@gensvar/contract/scripts'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import { requireCase } from '#server/domain/rights/require-case.ts'
import { programAccess, surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { faultText } from '#server/domain/scripts/fault-text.ts'
import { runInSandbox } from '#server/domain/scripts/sandbox/sandbox.ts'
import type { SandboxResult } from '#server/domain/scripts/sandbox/sandbox.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { answerScript } from './host.ts'
import { demandScript } from './service.ts'
import { findVersionRow, insertEventRows } from './store.ts'
import type { ScriptRow } from './store.ts'

type Answer = z.input<(typeof runRoute)['response']>
type Event = { eventType: 'ERROR' | 'WARNING' | 'INFO'; message: string }

/** Characters of an answer, and of an event, that are shown and kept. */
const longest = 2000

/**
 * Runs a script for a survey, and for one of its interviews if one is named. A real run is in the audit log and leaves its
 * log in the events; a dry run leaves nothing. Throws `not_found`, and `conflict` for a disabled script; what goes wrong
 * in the script is the result.
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
  const interview = interviewId === null ? null : await readInterview(ctx, access, interviewId)
  const text = (await findVersionRow(ctx.db, scriptId, row.version))?.script ?? ''
  const asked = await programAccess(ctx, access.model)
  const now = ctx.clock.now()
  const result = await runInSandbox(
    {
      script: text,
      inputs: [{ now: now.toISOString(), interview }],
      now,
      host: (name, args) => answerScript(ctx, asked, name, args),
    },
    ctx.work,
  )
  const events = eventsOf(result)
  if (!isDry)
    await write(ctx, async (tx) => {
      await insertEventRows(tx, scriptId, events)
      await tx.audit({ action: 'script.run', surveyId: access.model.id, object: row.extName })
    })
  return answerOf(result, events)
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

/** An interview as `main` gets it. Throws `not_found` for one of another survey, `forbidden` in an anonymous survey. */
async function readInterview(ctx: Ctx, access: SurveyAccess, id: number) {
  demandSingleAnswers(access)
  await requireCase(ctx, access, id)
  const { answers, eventDate } = await ctx.db
    .selectFrom('response')
    .select(['answers', 'event_date as eventDate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, eventDate, answers }
}

function eventsOf({ outcomes, logged }: SandboxResult): Event[] {
  const faults = outcomes.flatMap((one) => ('fault' in one ? [faultText(one.fault)] : []))
  return [
    ...logged.map(({ level, text }) => ({ eventType: level, message: text })),
    ...faults.map((message) => ({ eventType: 'ERROR' as const, message: message.slice(0, longest) })),
  ]
}

function answerOf({ outcomes: [outcome] }: SandboxResult, events: readonly Event[]): Answer {
  const logged = events.filter(({ eventType }) => eventType !== 'ERROR').map(({ message }) => message)
  if (!outcome) throw new Error('A run has an outcome')
  return 'fault' in outcome
    ? { returnCode: 1, message: faultText(outcome.fault).slice(0, longest), changes: [], logged }
    : { returnCode: 0, message: outcome.json === 'null' ? 'Done' : outcome.json.slice(0, longest), changes: [], logged }
}
