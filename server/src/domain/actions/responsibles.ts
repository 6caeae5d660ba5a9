import type { Ctx } from '#server/domain/context.ts'
import { readCandidates } from '#server/domain/alerts/possible-owners.ts'
import type { Candidate } from '#server/domain/alerts/possible-owners.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { ownsPlace } from './action-rights.ts'
import { findMember } from './action-store.ts'
import type { ActionPlace } from './anchor.ts'

/** Candidates that are looked at together. */
const checkedAtOnce = 10

/**
 * Those who can be responsible for actions at a place, by name, `most` at most: users of the organisation who see the
 * place and may edit actions; root users only the caller. `term` is a part of the name or user name; empty for all.
 */
export async function possibleResponsibles(
  ctx: Ctx,
  access: SurveyAccess,
  { place, unit }: { place: ActionPlace; unit: Unit | null },
  { term, most }: { term: string; most: number },
): Promise<Candidate[]> {
  const tree = await loadUnitTree(ctx, access.model)
  const levels = access.model.views.find(({ extName }) => extName === place.view)?.levels ?? []
  const names = (unit ? tree.pathOf(unit) : []).flatMap((step) => {
    const level = levels[step.depth - 1]
    return level === undefined ? [] : [{ level, names: [step.extName, ...step.aliases] }]
  })
  const candidates = await readCandidates(ctx, access, { term, levels: names })
  const found: Candidate[] = []
  for (let at = 0; at < candidates.length && found.length < most; at += checkedAtOnce) {
    const some = candidates.slice(at, at + checkedAtOnce)
    const can = await Promise.all(some.map(({ userId }) => canBeResponsible(ctx, access, place, userId)))
    found.push(...some.filter((_, index) => can[index]))
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
  return userId !== null && (await canBeResponsible(ctx, access, place, userId)) ? userId : null
}

/** Whether a user sees a place and may edit actions now. */
export async function canBeResponsible(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { model }: Pick<SurveyAccess, 'model'>,
  place: ActionPlace,
  userId: number,
): Promise<boolean> {
  const theirs = await accessOfUser(ctx, { model, tree: await loadUnitTree(ctx, model) }, userId)
  return theirs !== null && theirs.rights.flags.canEditActions && ownsPlace(theirs, place)
}
