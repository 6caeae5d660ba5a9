import type { Ctx } from '#server/domain/context.ts'
import { excessOf } from '#server/domain/rights/role-excess.ts'
import { heldSheet, readUniverseRoles, sheetOf } from '#server/domain/rights/role-sheets.ts'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import { rightsWithin } from '#server/domain/rights/subset.ts'
import { readStoredFilters } from './question-filters.ts'
import type { StoredFilter } from './question-filters.ts'

/** A member of the session's universe, as a list reads them. */
interface Listed {
  id: number
  roleId: number
  admin: boolean
  actAs: boolean
  isRoot: boolean
}

/**
 * Ids of the listed users whom the caller may open: those who may do and see nothing that the caller may not, as
 * `demandManagedUser` decides when one is opened.
 */
export async function openable(
  ctx: Ctx,
  rows: readonly Listed[],
  filters: ReadonlyMap<number, readonly StoredFilter[]>,
): Promise<ReadonlySet<number>> {
  const { db, identity } = ctx
  if (identity.isRoot || !identity.universe) return new Set(identity.isRoot ? rows.map(({ id }) => id) : [])
  const all = await readUniverseRoles(db, identity.universe.id)
  const held = heldSheet(all, identity)
  const roles = new Set(rows.map(({ roleId }) => roleId))
  const within = new Set(
    [...roles].filter((roleId) => {
      const sheet = sheetOf(all, roleId)
      return sheet !== null && excessOf(sheet, held).length === 0
    }),
  )
  const isOpen = (row: Listed): boolean =>
    !row.isRoot &&
    within.has(row.roleId) &&
    (!row.admin || identity.isUserAdmin) &&
    (!row.admin || !row.actAs || identity.mayActAs)
  const candidates = rows.filter((row) => row.id === identity.userId || isOpen(row))
  if (await seesEverything(ctx)) return new Set(candidates.map(({ id }) => id))
  return seenWithin(ctx, candidates, filters)
}

/** Whether no filter limits the caller's rows, nor those of whoever acts as them: then nobody sees more. */
async function seesEverything({ db, identity }: Ctx): Promise<boolean> {
  if (identity.role?.canSeeAllData) return true
  if (identity.actor) return false
  const own = await readStoredFilters(db, identity.universe?.id ?? 0, [identity.userId])
  return own.size === 0
}

/** Those who see no more rows than the caller. Users with the same role and filters are compared once. */
async function seenWithin(
  { db, clock, identity }: Ctx,
  rows: readonly Listed[],
  filters: ReadonlyMap<number, readonly StoredFilter[]>,
): Promise<ReadonlySet<number>> {
  const open = new Set<number>()
  const known = new Map<string, boolean>()
  for (const { id, roleId, admin, actAs } of rows) {
    const key = JSON.stringify([roleId, admin, actAs, filters.get(id) ?? []])
    let isWithin = id === identity.userId ? true : known.get(key)
    if (isWithin === undefined) {
      const inner = await readIdentity(db, {
        sessionId: 0,
        userId: id,
        universeId: identity.universe?.id ?? null,
        actorUserId: null,
        lastWrite: { xid: null },
        expiresAt: clock.now(),
        evenDisabled: true,
      })
      isWithin = inner !== null && (await rightsWithin({ db, clock }, inner, identity))
      known.set(key, isWithin)
    }
    if (isWithin) open.add(id)
  }
  return open
}
