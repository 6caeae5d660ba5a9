import type { z } from 'zod'
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import { checkRank } from '#server/domain/rights/authorise.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { storeWords } from './stored-words.ts'
import type { TaskType } from './task-type.ts'

/** PostgreSQL channel that notifies the engines of waiting tasks. */
export const taskChannel = 'task'

/** Priority of a type that names none. */
const usualPriority = 5

/** What creating a task needs of its type. */
export type AskedType<Payload extends z.ZodType> = Pick<
  TaskType<Payload>,
  'type' | 'permission' | 'payload' | 'describe' | 'priority' | 'takesNoted'
>

/** A task to create. */
export interface NewTask<Payload extends z.ZodType> {
  payload: z.input<Payload>
  /** The survey it is of, for the list of a survey's tasks. */
  surveyId?: number
  /** The tenant it is of; that of the caller by default. */
  universeId?: number | null
  /** Not before this moment. */
  scheduled?: Date
  /**
   * While an unfinished task has this key, no other one is created. Of a type that `takesNoted`, that task begins after this
   * write, so that it finds what was noted in it.
   */
  dedupeKey?: string
}

/** What creating a task needs of a context. */
export type EnqueueContext = WriteContext & { clock: Clock; identity: Identity }

/**
 * Creates a task in the transaction of what asks for it; an engine begins it once that is committed. Returns its id, or
 * that of the unfinished task with the same key. Throws `forbidden` where the caller may not ask for this type.
 */
export async function enqueueTask<Payload extends z.ZodType>(
  tx: WriteTx<EnqueueContext>,
  type: AskedType<Payload>,
  { payload, surveyId, universeId, scheduled, dedupeKey }: NewTask<Payload>,
): Promise<number> {
  // What the program does by itself needs no organisation, which some permissions ask for.
  if (tx.identity.program === null) checkRank(tx, type.permission)
  const read = type.payload.parse(payload)
  const now = tx.clock.now()
  const task = {
    type: type.type,
    priority: type.priority ?? usualPriority,
    universe_id: universeId === undefined ? (tx.identity.universe?.id ?? null) : universeId,
    survey_id: surveyId ?? null,
    owner_id: tx.identity.userId || null,
    created: now,
    updated: now,
    scheduled: scheduled ?? null,
    description: JSON.stringify(storeWords(type.describe(read))),
    payload: JSON.stringify(read),
    dedupe_key: dedupeKey ?? null,
  }
  // The task that has the key may let go of it between the two statements.
  for (;;) {
    const made = await tx.db
      .insertInto('task')
      .values(task)
      .onConflict((conflict) =>
        conflict
          .column('dedupe_key')
          .where(sql<boolean>`state not in ('CLOSED', 'FAILED')`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    const id = made?.id ?? (await unfinishedTask(tx, dedupeKey ?? '', type.takesNoted === true))
    if (id === undefined) continue
    // Of what the program asks itself for, each minute, the list of tasks tells.
    if (made && task.owner_id !== null)
      await tx.audit({
        action: 'task.create',
        object: String(id),
        details: { type: type.type },
        ...(surveyId && { surveyId }),
      })
    // One that was there already could not be claimed meanwhile.
    await notifyEngines(tx, 'waiting')
    return id
  }
}

/** What engines are notified of: tasks that wait, or tasks whose state was changed and that may be running. */
export type TaskNews = 'waiting' | 'changed'

/** Notifies the engines once the transaction is committed. */
export async function notifyEngines({ db }: Pick<WriteContext, 'db'>, news: TaskNews): Promise<void> {
  await sql`select pg_notify(${taskChannel}, ${news})`.execute(db)
}

/** The unfinished task with a key; undefined where there is none any more. One that is held is not claimed before the commit. */
async function unfinishedTask(
  { db }: Pick<WriteContext, 'db'>,
  dedupeKey: string,
  isHeld: boolean,
): Promise<number | undefined> {
  const unfinished = db
    .selectFrom('task')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('state', 'not in', ['CLOSED', 'FAILED'])
  return (await (isHeld ? unfinished.forShare() : unfinished).executeTakeFirst())?.id
}
