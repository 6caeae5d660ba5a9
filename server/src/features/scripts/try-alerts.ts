import { addToDate } from '@gensvar/contract/dates'
import { hookTypes } from '@gensvar/contract/script-types/index'
import type { HookOutput } from '@gensvar/contract/script-types/index'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { answerInWrite } from '#server/domain/scripts/host.ts'
import { checkedOutcome } from '#server/domain/scripts/hooks.ts'
import { batchLimits } from '#server/domain/scripts/sandbox/limits.ts'
import { runInSandbox } from '#server/domain/scripts/sandbox/sandbox.ts'
import type { SandboxResult } from '#server/domain/scripts/sandbox/sandbox.ts'
import type { CallOutcome } from '#server/domain/scripts/sandbox/sandbox-messages.ts'
import { todayIn } from '#server/platform/clock.ts'
import { listPastInterviews } from './run-store.ts'

/** Days that are looked at, and most interviews of them, some at a time. */
const days = 90
const most = 20_000
const batch = 2000

/**
 * How many alerts a script would have raised for the newest interviews of the last 90 days that the caller may see. Nothing
 * is written. Throws `forbidden` in an anonymous survey.
 */
export async function tryAlertScript(
  ctx: Ctx,
  access: SurveyAccess,
  script: string,
): Promise<{ result: SandboxResult; changes: Words[] }> {
  demandSingleAnswers(access)
  const now = ctx.clock.now()
  const from = addToDate(todayIn(ctx.clock, access.model.timeZone), 1 - days, 'd')
  const host = (name: string, args: readonly unknown[]): Promise<unknown> => answerInWrite(access.model, name, args)
  const alerts = new Map<string, number>()
  const result: SandboxResult = { outcomes: [], logged: [] }
  let interviews = 0
  for (let before = Number.MAX_SAFE_INTEGER; interviews < most;) {
    const rows = await listPastInterviews(ctx, access, { from, before, most: batch })
    const inputs = rows.map((interview) => ({ now: now.toISOString(), interview }))
    const { outcomes, logged } = await runInSandbox({ script, inputs, now, limits: batchLimits, host }, ctx.work)
    const read = outcomes.map((one) => checkedOutcome(one, hookTypes.GENERATE_ALERT.output))
    for (const one of read) for (const name of namesIn(one)) alerts.set(name, (alerts.get(name) ?? 0) + 1)
    result.outcomes.push(...read.filter((one): one is Extract<CallOutcome, { fault: unknown }> => 'fault' in one))
    result.logged.push(...logged.slice(0, Math.max(0, batchLimits.logLines - result.logged.length)))
    interviews += rows.length
    before = rows.at(-1)?.id ?? 0
    if (rows.length < batch || outcomes.length < rows.length) break
  }
  const changes = [...alerts]
    .toSorted(([, one], [, other]) => other - one)
    .map(
      ([name, n]) =>
        say`Alert: ${name}, for ${new Count(n)} of ${new Count(interviews)} interviews of the last ${days} days`,
    )
  return { result, changes }
}

/** The different names of alerts in an answer. */
function namesIn(one: ReturnType<typeof checkedOutcome>): Set<string> {
  const output = 'value' in one ? (one.value as HookOutput<'GENERATE_ALERT'>) : null
  return new Set((output ?? []).map(({ rule }) => rule))
}
