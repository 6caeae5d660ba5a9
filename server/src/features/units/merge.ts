import type { UnitChange, mergeUnit as mergeRoute } from '@gensvar/contract/units'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { moveActions } from './action-store.ts'
import { demandNamed, demandUnit, demandVersion, readHierarchy, wrong } from './hierarchy.ts'
import type { Hierarchy, PlacedUnit } from './hierarchy.ts'
import { moveImages, moveLinks } from './merge-store.ts'
import { answersAt, demandOwnLevels } from './move.ts'
import { countRelocated, relocateResponses } from './relocate-store.ts'
import type { ChangeWatch, OnMoved, Relocation } from './relocate-store.ts'
import { countSavedPaths, renameInSavedPaths } from './saved-paths.ts'
import { createFormerRows, ensureChoices, removeUnitRows, reparentRows, saveUnitRow } from './store.ts'
import type { Former } from './store.ts'
import { countActions, whoSees } from './touches.ts'

/** What a merge does to units. */
interface MergePlan {
  from: PlacedUnit
  into: PlacedUnit
  /** The unit that each merged one becomes: the unit itself and those below it whose names are there too. */
  becomes: ReadonlyMap<number, Unit>
  /** Units below a merged one that go below the one it becomes. */
  adopted: readonly { unit: Unit; parent: Unit }[]
  relocations: readonly Relocation[]
}

/** What is asked: to merge the unit of this version into another one. */
export type AskedMerge = Omit<z.output<(typeof mergeRoute)['body']>, 'dryRun'>

/**
 * What merging a unit into another one touches. Errors: `validation`, `conflict` and `not_found` at `into`, `conflict` at
 * `version`, `forbidden` for units outside the caller's places.
 */
export async function planMerge(ctx: Ctx, survey: string, unitId: number, { into, version }: AskedMerge) {
  const hierarchy = await readHierarchy(ctx, survey)
  const from = demandUnit(hierarchy, unitId)
  if (into === null) throw wrong('into', say`Choose the unit that it is merged into.`)
  const target = demandUnit(hierarchy, into, 'into')
  demandMergeable(hierarchy, from, target)
  await demandVersion(ctx, unitId, version)
  const merge = planOf(hierarchy, from, target)
  return { hierarchy, merge, ...(await touchedBy(ctx, hierarchy, merge)) }
}

/** Merges a unit into another one. Throws as `planMerge` does; the hierarchy may have changed since it was planned. */
export async function applyMerge(
  ctx: Ctx,
  survey: string,
  unitId: number,
  asked: AskedMerge,
  watch: ChangeWatch = {},
): Promise<{ touches: UnitChange; unitId: number }> {
  const { access } = await readHierarchy(ctx, survey)
  const { id: surveyId } = access.model
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, surveyId)
    const { hierarchy, merge, touches } = await planMerge(tx, survey, unitId, asked)
    const { from, into: target, relocations } = merge
    await mergeRows(tx, hierarchy, merge, watch.onMoved)
    await tx.audit({
      action: 'unit.merge',
      surveyId,
      object: [from.view.extName, ...from.path].join('/'),
      details: { unit: unitId, into: target.unit.id, place: target.path.join('/'), responses: touches.responses },
    })
    await tx.unitsChanged(
      surveyId,
      relocations.map(({ to }) => to),
    )
    await watch.onEnd?.(tx)
    return { touches, unitId: target.unit.id }
  })
}

function demandMergeable({ access }: Hierarchy, from: PlacedUnit, into: PlacedUnit): void {
  const field = 'into'
  demandNamed(from, field)
  if (from.unit.id === into.unit.id) throw wrong(field, say`A unit cannot be merged into itself.`)
  demandNamed(into, field)
  if (from.unit.viewId !== into.unit.viewId || from.unit.depth !== into.unit.depth)
    throw wrong(field, say`Only units of the same level can be merged.`)
  demandOwnLevels(access.model, from.view, from.view.levels, field)
}

function planOf({ tree }: Hierarchy, from: PlacedUnit, into: PlacedUnit): MergePlan {
  const becomes = new Map<number, Unit>()
  const adopted: { unit: Unit; parent: Unit }[] = []
  const meet = (unit: Unit, target: Unit): void => {
    becomes.set(unit.id, target)
    for (const child of tree.children(unit.viewId, unit.id)) {
      const own = tree.children(target.viewId, target.id)
      const same =
        own.find(({ extName }) => extName === child.extName) ??
        own.find(({ aliases }) => aliases.includes(child.extName))
      if (same) meet(child, same)
      else adopted.push({ unit: child, parent: target })
    }
  }
  meet(from.unit, into.unit)
  const { levels } = from.view
  const relocations = tree
    .descendantIds(from.unit)
    .flatMap((id) => tree.unit(id) ?? [])
    .filter(({ depth }) => depth === levels.length)
    .map((leaf) => {
      const path = tree.pathOf(leaf).slice(from.unit.depth - 1)
      // The lowest of the units above that is merged is where its place begins.
      const merged = path.findLastIndex(({ id }) => becomes.has(id))
      const target = becomes.get(path[merged]?.id ?? 0) ?? into.unit
      const names = [...tree.pathOf(target), ...path.slice(merged + 1)].map(({ extName }) => extName)
      return { from: leaf.id, to: becomes.get(leaf.id)?.id ?? leaf.id, answers: answersAt(levels, names) }
    })
  return { from, into, becomes, adopted, relocations }
}

async function touchedBy(
  ctx: Ctx,
  { access, tree }: Hierarchy,
  { from, into, becomes, relocations }: MergePlan,
): Promise<{ touches: UnitChange; responses: number }> {
  const { model } = access
  const counts = await countRelocated(ctx.db, { surveyId: model.id, relocations, since: null })
  const aliases = aliasesOf(tree, from, into)
  const units = tree
    .all()
    .filter(({ id }) => !becomes.has(id))
    .map((unit) => (unit.id === into.unit.id ? { ...unit, aliases } : unit))
  const sees = await whoSees(ctx.db, model, from.view.extName, {
    before: { tree, path: from.path },
    after: { tree: new UnitTree(units), path: into.path },
  })
  const touches = {
    units: becomes.size,
    responses: access.canViewInterviews ? counts.responses : null,
    alerts: counts.alerts,
    actions: await countActions(ctx.db, [...becomes.keys()], { open: false }),
    savedPaths: await countSavedPaths(ctx.db, model, renamed(tree, from, into)),
    ...sees,
  }
  return { touches, responses: counts.responses }
}

/** The names that the unit has from now on besides its own, without those of units beside it. */
function aliasesOf(tree: UnitTree, from: PlacedUnit, into: PlacedUnit): string[] {
  const beside = tree
    .children(into.unit.viewId, into.unit.parentId)
    .filter(({ id }) => id !== from.unit.id && id !== into.unit.id)
  const isTaken = (name: string): boolean =>
    name === into.unit.extName || beside.some(({ extName, aliases }) => extName === name || aliases.includes(name))
  const added = [from.unit.extName, ...from.unit.aliases].filter((name) => !isTaken(name))
  return [...new Set([...into.unit.aliases, ...added])]
}

/** The level and name that saved filters name the merged unit by; null where another unit has the name too. */
function renamed(tree: UnitTree, from: PlacedUnit, into: PlacedUnit) {
  const { viewId, depth, id, extName } = from.unit
  const isShared = tree.atDepth(viewId, depth).some((unit) => unit.id !== id && unit.extName === extName)
  return isShared ? null : { level: from.view.levels[depth - 1] ?? '', from: extName, to: into.unit.extName }
}

async function mergeRows(
  tx: WriteTx,
  { access, tree }: Hierarchy,
  plan: MergePlan,
  onMoved: OnMoved | undefined,
): Promise<void> {
  const { model } = access
  const { from, into, becomes, adopted, relocations } = plan
  const { view, at } = from
  const targets = [...becomes.values()].flatMap((unit) => tree.pathOf(unit))
  await ensureChoices(tx, model, view, targets)
  const moved = { surveyId: model.id, at, levels: view.levels, relocations, since: null }
  await relocateResponses(tx, moved, onMoved)
  const idOf = new Map([...becomes].map(([id, unit]) => [id, unit.id]))
  await moveActions(tx, model.id, idOf)
  await moveImages(tx, model.id, { at, levels: view.levels, relocations })
  await moveLinks(tx, idOf)
  for (const { unit, parent } of adopted) await reparentRows(tx, [unit.id], parent.id)
  await createFormerRows(tx, formerOf(tree, becomes))
  await removeUnitRows(tx, [...becomes.keys()])
  await saveUnitRow(tx, into.unit.id, {
    aliases: aliasesOf(tree, from, into),
    ownerUserId: into.unit.ownerUserId ?? from.unit.ownerUserId,
  })
  const name = renamed(tree, from, into)
  if (name) await renameInSavedPaths(tx, model, name)
}

/** Where the merged units were; their places below a merged one go with it. */
function formerOf(tree: UnitTree, becomes: ReadonlyMap<number, Unit>): Former[] {
  return [...becomes].flatMap(([id, target]): Former[] => {
    const unit = tree.unit(id)
    if (!unit) return []
    const parentId = becomes.get(unit.parentId ?? 0)?.id ?? unit.parentId
    const isOwn = parentId === target.parentId && unit.extName === target.extName
    const names = [unit.extName, ...unit.aliases]
    return isOwn ? [] : [{ viewId: unit.viewId, parentId, names, unitId: target.id }]
  })
}
