import { hookTypes } from '@gensvar/contract/script-types/index'
import type { HookInput, HookName, HookOutput } from '@gensvar/contract/script-types/index'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { foundByScript } from '#server/domain/alerts/script-alerts.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { fieldSource } from '#server/domain/samples/fields.ts'
import { inputOfCheck } from '#server/domain/samples/script-messages.ts'
import { applyOutput, givenTo, sampleToHandle, storeSamples } from '#server/domain/samples/updates/handle-updates.ts'
import type { HandledSample } from '#server/domain/samples/updates/handle-updates.ts'
import type { UpdatedRow } from '#server/domain/samples/updates/update-store.ts'
import { answerInWrite, answerScript } from '#server/domain/scripts/host.ts'
import { checkedOutcome } from '#server/domain/scripts/hooks.ts'
import type { SandboxOrder } from '#server/domain/scripts/sandbox/sandbox.ts'
import type { CallOutcome, ScriptFault } from '#server/domain/scripts/sandbox/sandbox-messages.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { readAlertNames } from './run-store.ts'

/** Types whose runs by hand do what the product does with their answers. */
export type AppliedType = 'GENERATE_ALERT' | 'HANDLE_SAMPLE_UPDATED' | 'VALIDATE_SAMPLE'

/** What a run of a script is given, and what its answer means. */
export interface TypedRun {
  input: HookInput<HookName>
  host: SandboxOrder['host']
  /** What an answer changes; writes nothing. */
  read(outcome: CallOutcome): Promise<ReadAnswer>
}

/** An answer as it is understood. */
export interface ReadAnswer {
  fault: ScriptFault | null
  /** What it changes, one line each. */
  changes: Words[]
  /** What of it is wrong and left out. */
  problems: string[]
  /** Does it. */
  apply(tx: WriteTx): Promise<void>
}

/** An answer that changes nothing. */
export const nothing: Omit<ReadAnswer, 'fault'> = { changes: [], problems: [], apply: async () => undefined }

/** Whether a type is one of those. */
export function isApplied(type: string): type is AppliedType {
  return type === 'GENERATE_ALERT' || type === 'HANDLE_SAMPLE_UPDATED' || type === 'VALIDATE_SAMPLE'
}

/** Prepares a run by hand about a response; `access` is that of the program. */
export function typedRun(ctx: Ctx, access: SurveyAccess, type: AppliedType, row: UpdatedRow): TypedRun {
  const now = ctx.clock.now()
  const inWrite: SandboxOrder['host'] = (name, args) => answerInWrite(access.model, name, args)
  switch (type) {
    case 'GENERATE_ALERT': {
      const { id, eventDate, answers } = row
      const input = { now: now.toISOString(), interview: { id, eventDate, answers } }
      return { input, host: inWrite, read: reader(type, (output) => alertsOf(ctx, access, row, output)) }
    }
    case 'VALIDATE_SAMPLE': {
      const input = inputOfCheck({ row, after: row, state: row.state, changed: [] }, now)
      return { input, host: inWrite, read: reader(type, async (output) => messagesOf(output)) }
    }
    case 'HANDLE_SAMPLE_UPDATED': {
      const sample = sampleToHandle(row, null)
      const host: SandboxOrder['host'] = (name, args) => answerScript(ctx, access, name, args)
      return {
        input: givenTo(sample, now),
        host,
        read: reader(type, (output) => updateOf(ctx, access, sample, output)),
      }
    }
  }
}

/** Reads an answer of a type; one that does not fit is a fault. */
export function reader<T extends HookName>(
  type: T,
  read: (output: HookOutput<T>) => Promise<Omit<ReadAnswer, 'fault'>>,
): TypedRun['read'] {
  return async (outcome) => {
    const checked = checkedOutcome(outcome, hookTypes[type].output)
    if ('fault' in checked) return { ...nothing, fault: checked.fault }
    return { ...(await read(checked.value as HookOutput<T>)), fault: null }
  }
}

async function alertsOf(ctx: Ctx, { model }: SurveyAccess, row: UpdatedRow, output: HookOutput<'GENERATE_ALERT'>) {
  // Only completed responses raise alerts, and each once by name.
  if (row.state !== 0) return nothing
  const known = await readAlertNames(ctx.db, row.id)
  const found = await foundByScript(ctx, model, row, output)
  const names = new Set(found.map(({ rule }) => rule).filter((rule) => !known.has(rule)))
  const source = {
    isUsedBy: () => true,
    async *find() {
      yield found
    },
  }
  return {
    ...nothing,
    changes: [...names].map((name) => say`Alert: ${name}`),
    apply: async (tx: WriteTx) => void (await raiseAlerts(tx, model, [row.id], { sources: [source] })),
  }
}

function messagesOf(output: HookOutput<'VALIDATE_SAMPLE'>): Omit<ReadAnswer, 'fault'> {
  const changes = (output ?? []).map(({ field, message }) => (field ? say`${field}: ${message}` : say`${message}`))
  return { ...nothing, changes }
}

async function updateOf(
  ctx: Ctx,
  access: SurveyAccess,
  sample: HandledSample,
  output: HookOutput<'HANDLE_SAMPLE_UPDATED'>,
) {
  const problems = applyOutput(await fieldSource(ctx, access), sample, output)
  const { before, row } = sample
  const fields = [...sample.fields].map((name) => {
    const [old, next] = [textOf(before.answers[name]), textOf(row.answers[name])]
    return say`${name}: ${old} → ${next}`
  })
  return {
    changes: [...fields, ...sample.comments.map((comment) => say`Comment: ${comment}`)],
    problems,
    apply: async (tx: WriteTx) => {
      const stale = await storeSamples(tx, access.model, [sample])
      if (stale.size > 0) throw new AppError('conflict', say`The response was changed meanwhile. Run the script again.`)
    },
  }
}

/** An answer as it is shown in a line; a dash for none. */
function textOf(answer: unknown): string {
  if (answer === undefined || answer === null) return '–'
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}
