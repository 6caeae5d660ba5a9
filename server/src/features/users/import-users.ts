import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { maxListedErrors } from '@gensvar/contract/imports'
import { maxUserFileBytes } from '@gensvar/contract/user-sheets'
import type { userImport } from '@gensvar/contract/user-sheets'
import type { Ctx } from '#server/domain/context.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import type { IncomingFile } from '#server/features/imports/service.ts'
import { addPeopleThere, writeWithDirectory } from '#server/features/user-editor/service.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { translate } from '#server/platform/translate.ts'
import type { z } from 'zod'
import { invitedPerson } from './add-person.ts'
import { applyUsers } from './apply-users.ts'
import { universeOf } from './list.ts'
import { planUsers } from './plan-users.ts'
import type { PlannedUser } from './plan-users.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetProblem } from './read-sheet.ts'

type Result = z.output<typeof userImport>

/** Undoes a check, and an import with problems. */
class Undone extends Error {}

/**
 * Checks a file of users, or imports it: those it names are added or changed, all or none. New ones are invited, and told
 * nothing yet. Throws as reading a file does.
 */
export async function importUsers(
  ctx: Ctx,
  file: IncomingFile,
  { isWritten }: { isWritten: boolean },
): Promise<Result> {
  const universeId = universeOf(ctx)
  const folder = await makeSpoolFolder()
  try {
    const path = join(folder, /\.csv$/i.test(file.filename) ? 'users.csv' : 'users.xlsx')
    await receiveFile(file.body, path, maxUserFileBytes)
    await file.demandSession()
    const { rows, problems } = await readSheet(path)
    const plan = await planUsers(ctx, universeId, problems.length > 0 ? [] : rows)
    const all = [...problems, ...plan.problems]
    if (all.length === 0) all.push(...(await apply(ctx, universeId, plan.users, isWritten)))
    return resultOf(ctx, plan.users, all, isWritten)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function resultOf(
  { locale }: Ctx,
  users: readonly PlannedUser[],
  problems: readonly SheetProblem[],
  isWritten: boolean,
): Result {
  const created = users.filter(({ id }) => id === null).length
  const changed = users.filter(({ id, isChanged }) => id !== null && isChanged).length
  return {
    done: isWritten && problems.length === 0,
    created,
    changed,
    unchanged: users.length - created - changed,
    nproblems: problems.length,
    problems: problems
      .slice(0, maxListedErrors)
      .map(({ words, ...place }) => ({ ...place, message: translate(words, locale) })),
  }
}

/** Stores what a file does and answers what was refused; undone where anything was, and after a check. */
async function apply(
  ctx: Ctx,
  universeId: number,
  users: readonly PlannedUser[],
  isWritten: boolean,
): Promise<SheetProblem[]> {
  const changes = users.filter(({ isChanged }) => isChanged)
  // A check leaves the directory as it is.
  const people = isWritten ? changes.filter(({ id }) => id === null).map(invitedPerson) : []
  const problems: SheetProblem[] = []
  try {
    await writeWithDirectory(
      ctx,
      (directory, undo) => addPeopleThere(ctx, directory, people, undo),
      async (tx) => {
        problems.push(...(await applyUsers(tx, universeId, changes)))
        if (!isWritten || problems.length > 0) throw new Undone()
        await tx.audit({ action: 'users.import', details: { users: users.length } })
      },
    )
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return problems
}
