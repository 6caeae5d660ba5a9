import { hooksOf } from '#server/domain/scripts/hooks.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { burstTime } from '../tracking/machines.ts'
import { insertEventRows } from './event-store.ts'
import type { MessageEvent } from './event-store.ts'
import { haveTold } from './events-task.ts'

/** Time in which a click may turn out to be a program's, and a moment more for it to be written, in ms. */
const doubt = burstTime + 5000

/**
 * Has the scripts of a survey told what became of its messages, once the write is committed; opens and clicks when it is
 * certain that a person did it. Does nothing in an anonymous survey, or where there is no such script. Call it last in a
 * write: writes of one survey wait for each other from here on.
 */
export async function noteMessageEvents(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  model: SurveyModel,
  events: readonly MessageEvent[],
): Promise<void> {
  if (events.length === 0 || model.anonymity !== null || hooksOf(model, 'HANDLE_MSG_EVENT').length === 0) return
  const due = events.map((event) => {
    const isDoubtful = event.kind === 'opened' || event.kind === 'clicked'
    return { ...event, dueAt: new Date(event.at.getTime() + (isDoubtful ? doubt : 0)) }
  })
  if ((await insertEventRows(tx, model.id, due)) === 0) return
  await haveTold(tx, model, new Date(Math.max(...due.map(({ dueAt }) => dueAt.getTime()))))
}
