import type { HookInput, HookName, HookOutput } from '@gensvar/contract/script-types/index'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { callHook, hooksOf } from './hooks.ts'
import type { HookAnswer } from './hooks.ts'
import { noteEvents } from './note-events.ts'

/** Most answers that are remembered. */
const mostRemembered = 2000

const minute = 60_000

/** Answers of one minute, by question. */
interface Remembered {
  at: number
  answers: Map<string, Promise<{ output: unknown } | null>>
}

/** By the pool of the database that they are of. */
const remembered = new WeakMap<Ctx['pool'], Remembered>()

/** Types whose scripts answer a question of the product, which goes on without them. */
export type AskedHook = Extract<HookName, `GET_${string}`>

/**
 * What the survey's script of a type answers, which is the first that applies to it; null without one, and where it went
 * wrong, so that the product does what it does without. Its moment (`now`) is a whole minute, and within this minute the
 * same question is answered once in a process. `problemOf` says what is wrong with an answer that is of its type, which is an
 * error of the script as well.
 */
export async function askHook<T extends AskedHook>(
  ctx: Ctx,
  model: SurveyModel,
  type: T,
  input: Omit<HookInput<T>, 'now'>,
  problemOf?: (output: HookOutput<T>) => string | null,
): Promise<{ output: HookOutput<T> } | null> {
  const [script] = hooksOf(model, type)
  if (!script) return null
  const at = Math.floor(ctx.clock.now().getTime() / minute) * minute
  const answers = answersAt(ctx, at)
  const whole = { ...input, now: new Date(at).toISOString() } as HookInput<T>
  const key = JSON.stringify([script.id, script.version, model.id, model.version, ctx.locale, whole])
  const known = answers.get(key)
  if (known) return known as Promise<HookAnswer<T>>
  const answer = callHook(ctx, { model, script: { ...script, type } }, whole).then(async (given) => {
    const message = given && problemOf?.(given.output)
    if (!message) return given
    await noteEvents(ctx, script, [{ eventType: 'ERROR', message }])
    return null
  })
  answers.set(key, answer)
  // A run that was aborted says nothing about the next.
  answer.catch(() => answers.delete(key))
  return answer
}

/** The answers of a minute; those of another, and too many, are forgotten. */
function answersAt({ pool }: Ctx, at: number): Remembered['answers'] {
  const known = remembered.get(pool)
  if (known?.at === at && known.answers.size < mostRemembered) return known.answers
  const answers: Remembered['answers'] = new Map()
  remembered.set(pool, { at, answers })
  return answers
}
