import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { faultText } from './fault-text.ts'
import type { SandboxResult } from './sandbox/sandbox.ts'

/** Something that happened while a script ran. */
export interface ScriptEvent {
  eventType: 'ERROR' | 'WARNING' | 'INFO'
  message: string
}

/** Events that are kept of a script. */
export const mostKept = 1000

/** Characters of an event that are kept. */
const longest = 2000

/** The events of a run: what was logged, then each different fault once, with how often it happened. */
export function eventsOf({ outcomes, logged }: SandboxResult): ScriptEvent[] {
  const times = new Map<string, number>()
  for (const one of outcomes)
    if ('fault' in one) {
      const message = storable(faultText(one.fault).slice(0, longest))
      times.set(message, (times.get(message) ?? 0) + 1)
    }
  return [
    ...logged.map(({ level, text }) => ({ eventType: level, message: storable(text) })),
    ...[...times].map(([message, count]) => ({
      eventType: 'ERROR' as const,
      message: count === 1 ? message : `${message} (${count} times)`,
    })),
  ]
}

/** A text of a script without what a database cannot keep: halves of characters, and the character 0. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Adds events of a script, and deletes its oldest beyond those that are kept. */
export async function insertEventRows(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  scriptId: number,
  events: readonly ScriptEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('script_event')
    .values(events.map(({ eventType, message }) => ({ script_id: scriptId, event_type: eventType, message })))
    .execute()
  await db
    .deleteFrom('script_event')
    .where('script_id', '=', scriptId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('script_event')
        .select('id')
        .where('script_id', '=', scriptId)
        .orderBy('id', 'desc')
        .offset(mostKept)
        .limit(1),
    )
    .execute()
}
