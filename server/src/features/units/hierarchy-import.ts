import { maxListedErrors } from '@gensvar/contract/imports'
import type { HierarchyImport, importUnits as importRoute } from '@gensvar/contract/units'
import type { z } from 'zod'
import { mayHandleAlerts } from '#server/domain/alerts/alert-rights.ts'
import { findUserIds } from '#server/domain/alerts/owner-store.ts'
import { insertUnits } from '#server/domain/build/units.ts'
import type { Ctx } from '#server/domain/context.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { translate } from '#server/platform/translate.ts'
import { readHierarchyFile } from './hierarchy-file.ts'
import type { HierarchyRow } from './hierarchy-file.ts'
import { planHierarchy } from './hierarchy-plan.ts'
import type { HierarchyPlan } from './hierarchy-plan.ts'
import { readHierarchy, viewOf } from './hierarchy.ts'
import type { Hierarchy } from './hierarchy.ts'
import { answersAt, demandOwnLevels } from './move.ts'
import { relocateResponses } from './relocate-store.ts'
import type { Relocation } from './relocate-store.ts'
import { createFormerRows, ensureChoices, reparentRows, saveUnitRow } from './store.ts'

/**
 * Reads a hierarchy from a file and applies it in one write, or with `dryRun` says what it would do. A file with an error
 * changes nothing. Units that it does not name stay. Throws for a file that cannot be read.
 */
export async function importHierarchy(
  ctx: Ctx,
  survey: string,
  { filename, view, dryRun }: z.output<(typeof importRoute)['query']>,
  body: Parameters<typeof readHierarchyFile>[0],
): Promise<HierarchyImport> {
  const { access } = await readHierarchy(ctx, survey)
  const rows = await readHierarchyFile(body, filename)
  const checked = await planOf(ctx, survey, view, rows)
  if (dryRun || checked.plan.problems.length > 0) return reportOf(ctx, rows, checked.plan, false)
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, access.model.id)
    // The hierarchy may have changed since it was looked at.
    const { hierarchy, plan } = await planOf(tx, survey, view, rows)
    if (plan.problems.length > 0) return reportOf(ctx, rows, plan, false)
    const leaves = await applyPlan(tx, hierarchy, view, plan)
    const { created, changed, moved } = plan
    await tx.audit({
      action: 'unit.import',
      surveyId: access.model.id,
      object: filename,
      details: { rows: rows.length, created: created.length, changed: changed.length, moved: moved.length },
    })
    await tx.unitsChanged(access.model.id, leaves)
    return reportOf(ctx, rows, plan, true)
  })
}

async function planOf(ctx: Ctx, survey: string, viewName: string | undefined, rows: readonly HierarchyRow[]) {
  const hierarchy = await readHierarchy(ctx, survey)
  const view = viewOf(hierarchy, viewName)
  const plan = planHierarchy(hierarchy, view, rows, await ownersOf(ctx, hierarchy, rows))
  const { model } = hierarchy.access
  if (plan.moved.length > 0) demandOwnLevels(model, view, view.levels, 'file')
  return { hierarchy, plan }
}

/** Users whom the file names as owners and who may be, by username. */
async function ownersOf(
  ctx: Ctx,
  { access: { model }, tree }: Hierarchy,
  rows: readonly HierarchyRow[],
): Promise<Map<string, number>> {
  const owners = new Map<string, number>()
  for (const [username, userId] of await findUserIds(
    ctx.db,
    rows.flatMap(({ cells }) => (cells.owner ? [cells.owner] : [])),
  )) {
    const access = await accessOfUser(ctx, { model, tree }, userId)
    if (access && mayHandleAlerts(access)) owners.set(username, userId)
  }
  return owners
}

function reportOf(
  { locale }: Ctx,
  rows: readonly HierarchyRow[],
  { problems, created, changed, moved }: HierarchyPlan,
  applied: boolean,
): HierarchyImport {
  const listed = problems.slice(0, maxListedErrors)
  return {
    rows: rows.length,
    creates: created.length,
    changes: changed.length,
    moves: moved.length,
    problems: problems.length,
    listed: listed.map(({ words, row, column, read }) => ({ message: translate(words, locale), row, column, read })),
    applied,
  }
}

/** Applies a plan; returns the lowest units whose place changed. */
async function applyPlan(
  tx: WriteTx,
  hierarchy: Hierarchy,
  viewName: string | undefined,
  { created, changed, moved, after }: HierarchyPlan,
): Promise<number[]> {
  const view = viewOf(hierarchy, viewName)
  const { model } = hierarchy.access
  const at = model.views.findIndex(({ id }) => id === view.id)
  const idOf = await insertCreated(tx, { universeId: model.universeId, viewId: view.id }, created)
  const stored = (id: number): number => idOf.get(id) ?? id
  for (const unit of changed) await saveUnitRow(tx, unit.id, unit)
  for (const [parentId, units] of Map.groupBy(moved, (unit) => stored(unit.parentId ?? 0)))
    await reparentRows(
      tx,
      units.map(({ id }) => id),
      parentId,
    )
  const former = moved.flatMap(({ id, aliases, extName }) => {
    const before = hierarchy.tree.unit(id)
    return before ? [{ viewId: view.id, parentId: before.parentId, names: [extName, ...aliases], unitId: id }] : []
  })
  await createFormerRows(tx, former)
  await ensureChoices(tx, model, view, [...created, ...moved.flatMap((unit) => after.pathOf(unit))])
  const relocations = relocationsOf(hierarchy.tree, after, view)
  await relocateResponses(tx, { surveyId: model.id, at, levels: view.levels, relocations, since: null })
  return relocations.map(({ to }) => to)
}

/** Inserts new units level by level; returns their ids by those in the plan. */
async function insertCreated(
  { db }: WriteTx,
  at: { universeId: number; viewId: number },
  created: readonly Unit[],
): Promise<Map<number, number>> {
  const idOf = new Map<number, number>()
  for (const units of Map.groupBy(created, ({ depth }) => depth).values()) {
    const parentOf = ({ parentId }: Unit): number | null =>
      parentId === null ? null : (idOf.get(parentId) ?? parentId)
    const ids = await insertUnits(
      db,
      at,
      units.map((unit) => ({ ...unit, parentId: parentOf(unit) })),
    )
    units.forEach((unit, index) => idOf.set(unit.id, ids[index] ?? 0))
  }
  return idOf
}

/** The lowest units whose place has other names than before. */
function relocationsOf(
  before: UnitTree,
  after: UnitTree,
  { id: viewId, levels }: { id: number; levels: readonly string[] },
): Relocation[] {
  const names = (tree: UnitTree, unit: Unit): string[] => tree.pathOf(unit).map(({ extName }) => extName)
  return before.atDepth(viewId, levels.length).flatMap((leaf) => {
    const now = names(after, after.unit(leaf.id) ?? leaf)
    if (now.join('\n') === names(before, leaf).join('\n')) return []
    return [{ from: leaf.id, to: leaf.id, answers: answersAt(levels, now) }]
  })
}
