import type { Ctx } from '#server/domain/context.ts'
import type { Directory, DirectoryRecord, NewPerson } from '#server/domain/people/directory.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { directoryOf } from './directories.ts'

/** Takes back what was done at a directory. */
export type Undo = () => Promise<void>

/** Calls to a directory at a time. */
const atOnce = 8

/**
 * Does something at the directory and stores our own records, in one write. A directory elsewhere is asked before the
 * transaction is open, so that one that does not answer holds no locks, and what `act` did there is taken back where
 * storing fails. The embedded one is part of the transaction, after `store`.
 */
export async function writeWithDirectory<R>(
  ctx: Ctx,
  act: (directory: Directory, undo: Undo[]) => Promise<void>,
  store: (tx: WriteTx) => Promise<R>,
): Promise<R> {
  const directory = await directoryOf(ctx)
  if (directory.isOurs)
    return write(ctx, async (tx) => {
      const result = await store(tx)
      await act(await directoryOf(tx), [])
      return result
    })
  const undo: Undo[] = []
  try {
    await act(directory, undo)
    return await write(ctx, store)
  } catch (error) {
    await takeBack(ctx, undo)
    throw error
  }
}

/** Adds those people whom a directory does not know. Throws as the directory does, and where the request has ended. */
export async function addPeopleThere(
  { work }: Pick<Ctx, 'work'>,
  directory: Directory,
  people: readonly NewPerson[],
  undo: Undo[],
): Promise<void> {
  // Our own records are stored by whoever adds people.
  if (directory.isOurs) return
  for (let at = 0; at < people.length; at += atOnce) {
    work?.signal.throwIfAborted()
    const added = await Promise.allSettled(
      people.slice(at, at + atOnce).map(async (person) => {
        const record = await createUnlessKnown(directory, person)
        if (record) undo.push(async () => directory.remove?.(record))
      }),
    )
    const failed = added.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

/** Adds a person; null where the directory knows them. Asked after the attempt only: most are new. */
async function createUnlessKnown(directory: Directory, person: NewPerson): Promise<DirectoryRecord | null> {
  try {
    return await directory.create(person)
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'conflict'
    if (isTaken && (await directory.find(person.username)) !== null) return null
    throw error
  }
}

async function takeBack(ctx: Ctx, undo: readonly Undo[]): Promise<void> {
  for (let at = undo.length; at > 0; at -= atOnce)
    await Promise.all(
      undo.slice(Math.max(0, at - atOnce), at).map((one) =>
        one().catch((error: unknown) => {
          ctx.log.error({ err: error, userId: ctx.identity.userId }, 'a change at the identity provider was not undone')
        }),
      ),
    )
}
