import { hookTypes } from '@gensvar/contract/script-types/index'
import type { HookInput, HookName, HookOutput } from '@gensvar/contract/script-types/index'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import type { HookScript, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Work } from '#server/platform/work.ts'
import { answerScript } from './host.ts'
import { noteEvents } from './note-events.ts'
import type { EventContext } from './note-events.ts'
import { batchLimits, hookLimits } from './sandbox/limits.ts'
import { runInSandbox } from './sandbox/sandbox.ts'
import type { SandboxOrder, SandboxResult } from './sandbox/sandbox.ts'
import type { CallOutcome, SandboxLimits } from './sandbox/sandbox-messages.ts'
import { eventsOf } from './script-events.ts'
import type { ScriptEvent } from './script-events.ts'

/** What calling a script many times needs of a context. */
export type BatchContext = EventContext & { work?: Work | undefined }

/** What a script made of one input; null where it went wrong, which is in its events. */
export type HookAnswer<T extends HookName> = { output: HookOutput<T> } | null

/** A script to call with many inputs; `host` answers what it asks. */
export interface HookOrder<T extends HookName> {
  script: HookScript & { type: T }
  host: SandboxOrder['host']
  limits?: SandboxLimits
  /** Is told what happened instead of it being noted: for trying a script. */
  onEvents?: ((events: readonly ScriptEvent[]) => void) | undefined
}

/** The scripts of a type that apply to a survey, in the order in which they are asked. */
export function hooksOf(model: Pick<SurveyModel, 'hooks'>, type: HookName): readonly HookScript[] {
  return model.hooks.filter((one) => one.type === type)
}

/**
 * Calls a script with an input, with the figures of the whole survey at hand. What goes wrong, and an answer that is not
 * of its type, stands in its events.
 */
export async function callHook<T extends HookName>(
  ctx: Ctx,
  { model, script }: { model: SurveyModel; script: HookScript & { type: T } },
  input: HookInput<T>,
): Promise<HookAnswer<T>> {
  const access = await programAccess(ctx, model)
  const host: SandboxOrder['host'] = (name, args) => answerScript(ctx, access, name, args)
  const [answer] = await callHookBatch(ctx, { script, host, limits: hookLimits }, [input])
  return answer ?? null
}

/**
 * Calls a script with many inputs, one after the other, in one fresh engine. Returns an answer for each, in their order.
 * After a few calls that take too long the others are left out, which its events say.
 */
export function callHookBatch<T extends HookName>(
  ctx: BatchContext,
  order: HookOrder<T>,
  inputs: readonly HookInput<T>[],
): Promise<HookAnswer<T>[]> {
  return new HookBatches(ctx, order).call(inputs)
}

/**
 * Calls of a script with batches of inputs, each in a fresh engine, so that others' scripts get their turn in between. Once
 * calls were left out because others took too long, no further batch is tried: one bad script cannot hold up an import.
 */
export class HookBatches<T extends HookName> {
  private readonly ctx: BatchContext
  private readonly order: HookOrder<T>
  private isGivenUp = false
  private isToldSo = false

  constructor(ctx: BatchContext, order: HookOrder<T>) {
    this.ctx = ctx
    this.order = order
  }

  /** The answers to a batch, in the order of the inputs; null for those that went wrong or were left out. */
  async call(inputs: readonly HookInput<T>[]): Promise<HookAnswer<T>[]> {
    const { script, host, limits = batchLimits } = this.order
    if (this.isGivenUp) {
      if (!this.isToldSo) await this.note([givenUp])
      this.isToldSo = true
      return inputs.map(() => null)
    }
    const order = { script: script.text, inputs, now: this.ctx.clock.now(), limits, host }
    const result = await runInSandbox(order, this.ctx.work)
    const { output: schema } = hookTypes[script.type]
    const read = result.outcomes.map((one) => checkedOutcome(one, schema))
    await this.note([...eventsOf({ ...result, outcomes: read }), ...leftOut(result, inputs.length)])
    this.isGivenUp = result.outcomes.length < inputs.length
    return inputs.map((_, at) => {
      const one = read[at]
      return one && 'value' in one ? { output: one.value as HookOutput<T> } : null
    })
  }

  private async note(events: readonly ScriptEvent[]): Promise<void> {
    const { script, onEvents } = this.order
    if (onEvents) onEvents(events)
    else await noteEvents(this.ctx, script, events)
  }
}

const givenUp = {
  eventType: 'ERROR' as const,
  message: 'All further calls of this occasion were left out, too',
}

/** An outcome whose answer is of the type; its value is read already. */
export type CheckedOutcome = { json: string; value: unknown } | Extract<CallOutcome, { fault: unknown }>

/** In JSON: the character 0, or half of a character, which no database keeps. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** Reads an outcome as an answer of a type; one that does not fit is a fault. */
export function checkedOutcome(outcome: CallOutcome, schema: z.ZodType): CheckedOutcome {
  if ('fault' in outcome) return outcome
  if (unstorable.test(outcome.json))
    return { fault: { message: 'The answer has characters that cannot be stored', line: null, column: null } }
  const { data, error } = schema.safeParse(JSON.parse(outcome.json))
  if (!error) return { ...outcome, value: data }
  const [issue] = error.issues
  const at = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  return { fault: { message: `The answer does not fit${at}: ${issue?.message ?? ''}`, line: null, column: null } }
}

function leftOut({ outcomes }: SandboxResult, asked: number) {
  const left = asked - outcomes.length
  return left > 0
    ? [{ eventType: 'ERROR' as const, message: `${left} calls were left out, because those before took too long` }]
    : []
}
