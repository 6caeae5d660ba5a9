import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { maxListedErrors } from '@gensvar/contract/imports'
import { maxUserFileBytes } from '@gensvar/contract/user-sheets'
import type { userImport } from '@gensvar/contract/user-sheets'
import { insertMembership, insertUser } from '#server/domain/build/user.ts'
import type { Ctx } from '#server/domain/context.ts'
import { demandManagedUser } from '#server/domain/people/managed-user.ts'
import { saveFilters } from '#server/domain/people/save-filters.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { makeSpoolFolder } from '#server/features/imports/service.ts'
import type { IncomingFile } from '#server/features/imports/service.ts'
import { setUsersDisabled } from '#server/features/user-editor/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { translate } from '#server/platform/translate.ts'
import type { z } from 'zod'
import { addPerson, nameParts } from './add-person.ts'
import { universeOf } from './list.ts'
import { planUsers } from './plan-users.ts'
import type { PlannedUser } from './plan-users.ts'
import { saveImportedRow } from './plan-store.ts'
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
  const problems: SheetProblem[] = []
  try {
    await write(ctx, async (tx) => {
      for (const user of users) {
        if (!user.isChanged) continue
        ctx.work?.signal.throwIfAborted()
        await applyUser(tx, universeId, user, isWritten).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code === 'unavailable' || error.code === 'internal') throw error
          problems.push({ words: error.words, row: user.row, column: null, read: user.email })
        })
      }
      if (!isWritten || problems.length > 0) throw new Undone()
      await tx.audit({ action: 'users.import', details: { users: users.length } })
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return problems
}

async function applyUser(tx: WriteTx, universeId: number, user: PlannedUser, isWritten: boolean): Promise<void> {
  const { email, name, roleId, locale, filters, disables, disabled } = user
  const userId = user.id ?? (await add(tx, { name, email }, isWritten))
  const of = { userId, universeId }
  if (user.id === null) await insertMembership(tx.db, { ...of, roleId })
  await saveImportedRow(tx.db, of, { roleId, locale })
  await saveFilters(tx, of, filters)
  // Nobody makes somebody who may do or see more than themselves.
  if (!tx.identity.isRoot) await demandManagedUser(tx, userId)
  if (disables) await setUsersDisabled(tx, [userId], disabled)
  else if (user.id !== null) await endSessionsOf(tx, userId, universeId)
  await tx.audit({ action: user.id === null ? 'user.create' : 'user.save', object: email, details: { userId, roleId } })
}

/** Adds a person; a check leaves the directory as it is. */
function add(tx: WriteTx, person: { name: string; email: string }, isWritten: boolean): Promise<number> {
  if (isWritten) return addPerson(tx, person)
  return insertUser(tx.db, { username: person.email, email: person.email, ...nameParts(person.name), status: 2 })
}
