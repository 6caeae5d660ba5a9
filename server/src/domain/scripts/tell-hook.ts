import type { HookInput, HookName, HookOutput } from '@gensvar/contract/script-types/index'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { callHook, hooksOf } from './hooks.ts'

/** Types whose scripts are told that something happened. */
export type ToldHook = Extract<HookName, `HANDLE_${string}`>

/**
 * Tells all scripts of a type that apply to a survey what happened, one after the other. Returns what those answered that
 * went well; what went wrong stands in their events.
 */
export async function tellHook<T extends ToldHook>(
  ctx: Ctx,
  model: SurveyModel,
  type: T,
  input: Omit<HookInput<T>, 'now' | 'survey'>,
): Promise<HookOutput<T>[]> {
  const survey = { extName: model.extName, title: model.title }
  const whole = { ...input, survey, now: ctx.clock.now().toISOString() } as unknown as HookInput<T>
  const outputs: HookOutput<T>[] = []
  for (const script of hooksOf(model, type)) {
    const answer = await callHook(ctx, { model, script: { ...script, type } }, whole)
    if (answer) outputs.push(answer.output)
  }
  return outputs
}
