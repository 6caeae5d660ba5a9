import { say } from '@gensvar/contract/say'
import { mayHandleAlerts } from '#server/domain/alerts/alert-rights.ts'
import { readCandidates } from '#server/domain/alerts/possible-owners.ts'
import type { PossibleOwner } from '#server/domain/alerts/possible-owners.ts'
import type { Ctx } from '#server/domain/context.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import { demandUnit, readHierarchy, wrong } from './hierarchy.ts'
import type { Hierarchy, PlacedUnit } from './hierarchy.ts'

/** Most users that are suggested. */
const mostOwners = 20

/** Users who may own a unit, by name: they handle alerts of the survey and see the unit. `term` is a part of the name. */
export async function listUnitOwners(
  ctx: Ctx,
  survey: string,
  unitId: number,
  term: string,
): Promise<{ owners: PossibleOwner[] }> {
  const hierarchy = await readHierarchy(ctx, survey)
  const placed = demandUnit(hierarchy, unitId)
  const { tree, access } = hierarchy
  const levels = tree.pathOf(placed.unit).map(({ extName, aliases }, at) => ({
    level: placed.view.levels[at] ?? '',
    names: [extName, ...aliases],
  }))
  const owners: PossibleOwner[] = []
  for (const candidate of await readCandidates(ctx, access.model, { term, levels })) {
    if (owners.length === mostOwners) break
    if (await mayOwn(ctx, hierarchy, placed, candidate.userId)) owners.push(candidate)
  }
  return { owners }
}

/** Throws `validation` at `ownerUserId` for somebody who may not own a unit. */
export async function demandOwner(ctx: Ctx, hierarchy: Hierarchy, placed: PlacedUnit, userId: number): Promise<void> {
  const [candidate] = await readCandidates(ctx, hierarchy.access.model, { userId })
  if (candidate && (await mayOwn(ctx, hierarchy, placed, userId))) return
  throw wrong('ownerUserId', say`This user may not handle alerts of this unit. Choose another one.`)
}

async function mayOwn(
  ctx: Ctx,
  { access: { model }, tree }: Hierarchy,
  { view, path }: PlacedUnit,
  userId: number,
): Promise<boolean> {
  const theirs = await accessOfUser(ctx, { model, tree }, userId)
  return theirs !== null && mayHandleAlerts(theirs) && theirs.places.allows(view.extName, path)
}
