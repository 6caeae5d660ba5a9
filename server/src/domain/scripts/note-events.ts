import type { HookScript } from '#server/domain/survey/survey-model.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import { insertEventRows } from './script-events.ts'
import type { ScriptEvent } from './script-events.ts'

/** What noting events needs of a context. */
export interface EventContext extends WriteContext {
  clock: Clock
  log: Logger
}

/** Time for which a script's same events are not noted again by this process, in ms: a page may ask it many times. */
const repeatAfter = 60_000

/** Scripts whose last events are remembered. */
const mostRemembered = 500

type Last = Map<number, { events: string; at: number }>

/** By the database that the scripts are of. */
const lastOf = new WeakMap<EventContext['db'], Last>()

/**
 * Notes events of a script that the product called: in the write that is under way, else in one of its own. Outside of a
 * write, what the script said last is not noted again within a minute. A script that was deleted meanwhile has none.
 */
export async function noteEvents(ctx: EventContext, script: HookScript, events: readonly ScriptEvent[]): Promise<void> {
  if (events.length === 0) return
  if (!ctx.db.isTransaction && isRepeated(ctx, script, events)) return
  await write(ctx.db.isTransaction ? ctx : programContext(ctx, `script ${script.extName}`), async (tx) => {
    const found = await tx.db.selectFrom('script').select('id').where('id', '=', script.id).executeTakeFirst()
    if (found) await insertEventRows(tx, script.id, events)
  })
}

function isRepeated({ db, clock }: EventContext, script: HookScript, events: readonly ScriptEvent[]): boolean {
  const at = clock.now().getTime()
  const last: Last = lastOf.get(db) ?? new Map()
  lastOf.set(db, last)
  const known = last.get(script.id)
  const said = JSON.stringify([script.version, events])
  if (known?.events === said && at - known.at < repeatAfter) return true
  last.delete(script.id)
  last.set(script.id, { events: said, at })
  const [oldest] = last.keys()
  if (last.size > mostRemembered && oldest !== undefined) last.delete(oldest)
  return false
}
