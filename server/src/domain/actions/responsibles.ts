import type { Ctx } from '#server/domain/context.ts'
import { readCandidates } from '#server/domain/alerts/possible-owners.ts'
import type { PossibleOwner } from '#server/domain/alerts/possible-owners.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { accessOfUsers } from '#server/domain/rights/user-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { ownsPlace } from './action-rights.ts'
import { findMember } from './action-store.ts'
import type { ActionPlace } from './anchor.ts'

/** Candidates that are looked at together. */
const checkedAtOnce = 50

/**
 * Those who can be responsible for actions at a place, by name, `most` at most: users of the organisation who see the
 * place and may edit actions; root users only the caller. `term` is a part of the name or user name; empty for all.
 */
export async function possibleResponsibles(
  ctx: Ctx,
  access: SurveyAccess,
  { place, unit }: { place: ActionPlace; unit: Unit | null },
  { term, most }: { term: string; most: number },
): Promise<PossibleOwner[]> {
  const tree = await loadUnitTree(ctx, access.model)
  const levels = access.model.views.find(({ extName }) => extName === place.view)?.levels ?? []
  const names = (unit ? tree.pathOf(unit) : []).flatMap((step) => {
    const level = levels[step.depth - 1]
    return level === undefined ? [] : [{ level, names: [step.extName, ...step.aliases] }]
  })
  const candidates = await readCandidates(ctx, access.model, { term, levels: names })
  const found: PossibleOwner[] = []
  for (let at = 0; at < candidates.length && found.length < most; at += checkedAtOnce) {
    const some = candidates.slice(at, at + checkedAtOnce)
    const can = await thoseResponsible(ctx, access, new Map(some.map(({ userId }) => [userId, place])))
    found.push(...some.filter(({ userId }) => can.has(userId)))
  }
  return found.slice(0, most)
}

/** The user of a user name, where they can be responsible for actions at a place; null for all others. */
export async function responsibleNamed(
  ctx: Ctx,
  access: SurveyAccess,
  place: ActionPlace,
  username: string,
): Promise<number | null> {
  const userId = await findMember(ctx, access.model.universeId, username)
  if (userId === null) return null
  return (await thoseResponsible(ctx, access, new Map([[userId, place]]))).has(userId) ? userId : null
}

/** Those of some users who see a place, each their own, and may edit actions now. */
export async function thoseResponsible(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { model }: Pick<SurveyAccess, 'model'>,
  places: ReadonlyMap<number, ActionPlace>,
): Promise<ReadonlySet<number>> {
  const theirs = await accessOfUsers(ctx, { model, tree: await loadUnitTree(ctx, model) }, [...places.keys()])
  const can = [...places].filter(([userId, place]) => {
    const access = theirs.get(userId)
    return access?.rights.flags.canEditActions === true && ownsPlace(access, place)
  })
  return new Set(can.map(([userId]) => userId))
}
