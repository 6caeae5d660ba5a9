import { addToDate } from '@gensvar/contract/dates'
import type { UnitChange, moveUnit as moveRoute } from '@gensvar/contract/units'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { insertUnits } from '#server/domain/build/units.ts'
import type { Ctx } from '#server/domain/context.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import { UnitTree, blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { moveOpenActions } from './action-store.ts'
import { demandFreeNames, demandNamed, demandUnit, demandVersion, leavesOf, readHierarchy, wrong } from './hierarchy.ts'
import type { Hierarchy, PlacedUnit } from './hierarchy.ts'
import { countRelocated, relocateResponses } from './relocate-store.ts'
import type { ChangeWatch, OnMoved, Relocation } from './relocate-store.ts'
import { closeRows, createFormerRows, ensureChoices, reparentRows } from './store.ts'
import { countActions, whoSees } from './touches.ts'

/** A move: a unit, the one it goes below, and the first day that this holds for; null for always. */
export interface Move {
  placed: PlacedUnit
  parent: PlacedUnit
  date: string | null
}

/** What is asked: to move the unit of this version below another one. */
export type AskedMove = Omit<z.output<(typeof moveRoute)['body']>, 'dryRun'>

/**
 * What moving a unit below another one touches. Errors: `validation` and `conflict` at `parentId`, `date` and `version`,
 * `forbidden` for a unit outside the caller's places, `not_found`.
 */
export async function planMove(ctx: Ctx, survey: string, unitId: number, asked: AskedMove) {
  const hierarchy = await readHierarchy(ctx, survey)
  const move = await checkedMove(ctx, hierarchy, { unitId, ...asked })
  return { hierarchy, move, ...(await touchedBy(ctx, hierarchy, move)) }
}

/** Moves a unit. Throws as `planMove` does; the hierarchy may have changed since it was planned. */
export async function applyMove(
  ctx: Ctx,
  survey: string,
  unitId: number,
  asked: AskedMove,
  watch: ChangeWatch = {},
): Promise<{ touches: UnitChange; unitId: number }> {
  const { access } = await readHierarchy(ctx, survey)
  const { id: surveyId } = access.model
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, surveyId)
    const { hierarchy, move, touches } = await planMove(tx, survey, unitId, asked)
    const { placed, parent, date } = move
    const { id, leaves } = await moveResponses(tx, hierarchy, move, watch.onMoved)
    await tx.audit({
      action: 'unit.move',
      surveyId,
      object: [placed.view.extName, ...placed.path].join('/'),
      details: { unit: unitId, to: parent.path.join('/'), date, now: id, responses: touches.responses },
    })
    await tx.unitsChanged(surveyId, leaves)
    await watch.onEnd?.(tx)
    return { touches, unitId: id }
  })
}

async function checkedMove(
  ctx: Ctx,
  hierarchy: Hierarchy,
  {
    unitId,
    parentId,
    date,
    version,
  }: { unitId: number; parentId: number | null; date: string | null; version: number },
): Promise<Move> {
  const placed = demandUnit(hierarchy, unitId)
  demandNamed(placed, 'parentId')
  if (parentId === null) throw wrong('parentId', say`Choose the unit that it moves to.`)
  const parent = demandUnit(hierarchy, parentId, 'parentId')
  demandMovable(hierarchy, placed, parent)
  await demandVersion(ctx, unitId, version)
  if (date !== null) demandDate(placed.unit, parent.unit, date)
  return { placed, parent, date }
}

/** Throws where a unit cannot be below another one, with the words at `parentId`. */
export function demandMovable({ access, tree }: Hierarchy, placed: PlacedUnit, parent: PlacedUnit): void {
  const { unit, view } = placed
  const field = 'parentId'
  if (parent.unit.id === unit.id) throw wrong(field, say`A unit cannot be moved under itself.`)
  if (tree.pathOf(parent.unit).some((one) => one.id === unit.id))
    throw wrong(field, say`This unit is below the one that moves. Choose one outside of it.`)
  if (parent.unit.viewId !== unit.viewId) throw wrong(field, say`This unit is of another hierarchy.`)
  if (parent.unit.depth !== unit.depth - 1)
    throw wrong(field, say`A unit of this level belongs directly below one of the level above it.`)
  demandNamed(parent, field)
  if (parent.unit.id === unit.parentId) throw wrong(field, say`It is at this place already.`)
  demandOwnLevels(access.model, view, view.levels.slice(0, unit.depth - 1), field)
  demandFreeNames(tree, { viewId: view.id, parentId: parent.unit.id }, [unit.extName, ...unit.aliases], { field })
}

/** Throws `conflict` where another hierarchy has one of the levels too: its units would say something else. */
export function demandOwnLevels(
  { views }: Hierarchy['access']['model'],
  view: PlacedUnit['view'],
  levels: readonly string[],
  field: string,
): void {
  const other = views.find((one) => one.id !== view.id && one.levels.some((level) => levels.includes(level)))
  if (!other) return
  throw wrong(
    field,
    say`The hierarchy "${other.extName}" has the same levels, so its units would contradict this one. Change the data by an import instead.`,
  )
}

function demandDate(unit: Unit, parent: Unit, date: string): void {
  if (unit.validFrom !== null && date <= unit.validFrom)
    throw wrong('date', say`The unit opened on ${unit.validFrom}. Choose a later day, or move it without a date.`)
  if (unit.validTo !== null && date > unit.validTo)
    throw wrong('date', say`The unit closed on ${unit.validTo}. Choose an earlier day, or move it without a date.`)
  if (parent.validFrom !== null && date < parent.validFrom)
    throw wrong('date', say`The unit that it moves to opened on ${parent.validFrom}. Choose a later day.`)
  if (parent.validTo !== null && date > parent.validTo)
    throw wrong('date', say`The unit that it moves to closed on ${parent.validTo}.`)
}

/** The units that move: on a date, not those that closed before it. */
function movedUnits({ tree }: Pick<Hierarchy, 'tree'>, { placed: { unit }, date }: Move): Unit[] {
  const all = tree.descendantIds(unit).flatMap((id) => tree.unit(id) ?? [])
  const isOpen = (one: Unit): boolean => date === null || one.validTo === null || one.validTo >= date
  return all.filter((one) =>
    tree
      .pathOf(one)
      .slice(unit.depth - 1)
      .every(isOpen),
  )
}

/** The answers to the levels of a unit's place. */
export function answersAt(levels: readonly string[], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, depth): [string, string][] => {
      const level = levels[depth]
      return level === undefined || name === blankUnit ? [] : [[level, name]]
    }),
  )
}

/** Where the responses of the moved lowest units go; `idOf` gives the new unit of each. */
function relocationsOf(
  { tree }: Pick<Hierarchy, 'tree'>,
  move: Move,
  idOf: (unit: Unit) => number = (unit) => unit.id,
): Relocation[] {
  const { placed, parent } = move
  const { levels } = placed.view
  return movedUnits({ tree }, move)
    .filter((unit) => unit.depth === levels.length)
    .map((leaf) => {
      const below = tree.pathOf(leaf).slice(placed.unit.depth - 1)
      const names = [...parent.path, ...below.map(({ extName }) => extName)]
      return { from: leaf.id, to: idOf(leaf), answers: answersAt(levels, names) }
    })
}

async function touchedBy(
  ctx: Ctx,
  hierarchy: Hierarchy,
  move: Move,
): Promise<{ touches: UnitChange; responses: number }> {
  const { access, tree } = hierarchy
  const { model } = access
  const { placed, parent, date } = move
  const moved = movedUnits(hierarchy, move)
  const relocations = relocationsOf(hierarchy, move)
  const counts = await countRelocated(ctx.db, { surveyId: model.id, relocations, since: date })
  const ids = moved.map(({ id }) => id)
  // With a date there are two units: the one that is moved to is counted as a new one.
  const isMoved = ({ id }: Unit): boolean => id === placed.unit.id
  const at = (unit: Unit): Unit => ({ ...unit, parentId: parent.unit.id })
  const units =
    date === null
      ? tree.all().map((unit) => (isMoved(unit) ? at(unit) : unit))
      : [...tree.all(), { ...at(placed.unit), id: -1 }]
  const sees = await whoSees(ctx.db, model, placed.view.extName, {
    before: { tree, path: placed.path },
    after: { tree: new UnitTree(units), path: [...parent.path, placed.unit.extName] },
  })
  const touches = {
    units: moved.length,
    responses: access.canViewInterviews ? counts.responses : null,
    alerts: counts.alerts,
    actions: await countActions(ctx.db, ids, { open: date !== null }),
    savedPaths: 0,
    ...sees,
  }
  return { touches, responses: counts.responses }
}

/** Moves a unit in a write that has locked the survey. Returns the unit that there is now, and the lowest ones that changed. */
async function moveResponses(
  tx: WriteTx,
  hierarchy: Hierarchy,
  move: Move,
  onMoved: OnMoved | undefined,
): Promise<{ id: number; leaves: number[] }> {
  const { model } = hierarchy.access
  const { placed, parent, date } = move
  const { unit, view, at } = placed
  const { levels } = view
  await ensureChoices(tx, model, view, hierarchy.tree.pathOf(parent.unit))
  const moved = { surveyId: model.id, at, levels, since: date }
  if (date === null) {
    const relocations = relocationsOf(hierarchy, move)
    await relocateResponses(tx, { ...moved, relocations }, onMoved)
    await reparentRows(tx, [unit.id], parent.unit.id)
    const names = [unit.extName, ...unit.aliases]
    await createFormerRows(tx, [{ viewId: view.id, parentId: unit.parentId, names, unitId: unit.id }])
    return { id: unit.id, leaves: leavesOf(hierarchy.tree, placed) }
  }
  const idOf = await insertSuccessors(tx, hierarchy, move, date)
  const successor = (one: Unit): number => idOf.get(one.id) ?? one.id
  const relocations = relocationsOf(hierarchy, move, successor)
  await relocateResponses(tx, { ...moved, relocations }, onMoved)
  await closeRows(tx, [...idOf.keys()], addToDate(date, -1, 'd'))
  await moveOpenActions(tx, model.id, idOf)
  return { id: successor(unit), leaves: relocations.map(({ to }) => to) }
}

/** Inserts the units that go on from the moved ones since the day; returns their ids by those of the moved ones. */
async function insertSuccessors(
  { db }: WriteTx,
  hierarchy: Hierarchy,
  move: Move,
  date: string,
): Promise<Map<number, number>> {
  const { placed, parent } = move
  const { universeId } = hierarchy.access.model
  const idOf = new Map<number, number>()
  const byDepth = Map.groupBy(movedUnits(hierarchy, move), (unit) => unit.depth)
  for (const depth of [...byDepth.keys()].toSorted((a, b) => a - b)) {
    const units = byDepth.get(depth) ?? []
    const parentOf = (unit: Unit): number =>
      unit.id === placed.unit.id ? parent.unit.id : (idOf.get(unit.parentId ?? 0) ?? 0)
    const ids = await insertUnits(
      db,
      { universeId, viewId: placed.view.id },
      units.map((unit) => ({
        ...unit,
        parentId: parentOf(unit),
        validFrom: date,
        validTo: unit.validTo,
        succeedsId: unit.id,
      })),
    )
    units.forEach((unit, index) => idOf.set(unit.id, ids[index] ?? 0))
  }
  return idOf
}
