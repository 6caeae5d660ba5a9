import type {
  ListedUnit,
  UnitDetails,
  createUnit as createRoute,
  listUnits as listRoute,
  saveUnit as saveRoute,
} from '@gensvar/contract/units'
import { say } from '@gensvar/contract/say'
import { pickText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { insertUnits } from '#server/domain/build/units.ts'
import type { Ctx } from '#server/domain/context.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import {
  demandFreeNames,
  demandNamed,
  demandUnit,
  demandVersion,
  findUnit,
  leavesOf,
  mayEdit,
  readHierarchy,
  viewOf,
  wrong,
} from './hierarchy.ts'
import type { Hierarchy, PlacedUnit } from './hierarchy.ts'
import { demandOwner } from './owners.ts'
import { readOwners, readRelatives } from './read-store.ts'
import { countRelocated } from './relocate-store.ts'
import { countSavedPaths } from './saved-paths.ts'
import { ensureChoices, saveUnitRow } from './store.ts'
import { countActions, countUsersNaming } from './touches.ts'

export { cancelUnitTask, listUnitTasks, mergeUnit, moveUnit } from './change-units.ts'
export { listUnitOwners } from './owners.ts'
export { unitTask } from './unit-task.ts'

type ListQuery = z.output<(typeof listRoute)['query']>
type List = z.infer<(typeof listRoute)['response']>

/** The units of a level below a unit, of a depth, or those that a text finds; a page of them. Throws `not_found`. */
export async function listUnits(ctx: Ctx, survey: string, query: ListQuery): Promise<List> {
  const hierarchy = await readHierarchy(ctx, survey)
  const { access, tree } = hierarchy
  const { locale } = ctx
  const views = access.views.map((view) => ({
    extName: view.extName,
    title: pickText(view.title, locale) || view.extName,
    levels: view.levels.map((level, at) => ({
      depth: at + 1,
      title: pickText(access.model.questions.get(level)?.title, locale) || level,
    })),
  }))
  if (access.views.length === 0) return { units: [], total: 0, views, path: [] }
  const view = viewOf(hierarchy, query.view)
  const parent = query.parent === undefined ? null : findUnit(hierarchy, query.parent, 'parent')
  const term = query.filter.trim().toLocaleLowerCase()
  const within = term !== '' || query.depth !== undefined
  const wanted = within
    ? tree.all().filter((unit) => unit.viewId === view.id)
    : tree.children(view.id, parent?.unit.id ?? null)
  const found = wanted
    .filter((unit) => query.depth === undefined || unit.depth === query.depth)
    .filter((unit) => term === '' || isNamed(unit, term))
    .filter((unit) => access.places.allows(view.extName, namesOf(hierarchy, unit)))
  const sorted = found.toSorted(orderOf(ctx, query))
  const page = sorted.slice(query.rowFrom, query.rowTo)
  const owners = await readOwners(ctx.db, page)
  return {
    units: page.map((unit) => listed(ctx, hierarchy, owners, unit)),
    total: sorted.length,
    views,
    path: parent ? tree.pathOf(parent.unit).map((unit) => ({ id: unit.id, title: unitText(unit, locale) })) : [],
  }
}

function isNamed({ extName, titles, aliases }: Unit, term: string): boolean {
  return [extName, ...Object.values(titles), ...aliases].some((name) => name.toLocaleLowerCase().includes(term))
}

function namesOf({ tree }: Hierarchy, unit: Unit): string[] {
  return tree.pathOf(unit).map(({ extName }) => extName)
}

function orderOf({ locale }: Ctx, { sortVar = 'title', sortDesc }: ListQuery): (a: Unit, b: Unit) => number {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = sortDesc === true ? -1 : 1
  const key = (unit: Unit): string =>
    (sortVar === 'opened' ? unit.validFrom : sortVar === 'closed' ? unit.validTo : unitText(unit, locale)) ?? ''
  return (a, b) => sign * compare(key(a), key(b)) || a.id - b.id
}

function listed(ctx: Ctx, hierarchy: Hierarchy, owners: ReadonlyMap<number, { name: string }>, unit: Unit): ListedUnit {
  const { tree } = hierarchy
  const { view, path } = findUnit(hierarchy, unit.id)
  const above = tree.pathOf(unit).slice(0, -1)
  return {
    id: unit.id,
    extName: unit.extName,
    title: unitText(unit, ctx.locale),
    above: above.map((one) => unitText(one, ctx.locale)),
    depth: unit.depth,
    view: view.extName,
    aliases: [...unit.aliases],
    owner: owners.get(unit.ownerUserId ?? 0)?.name ?? null,
    validFrom: unit.validFrom,
    validTo: unit.validTo,
    children: tree.children(unit.viewId, unit.id).length,
    isBlank: unit.extName === blankUnit,
    mayEdit: mayEdit(hierarchy, { view, path }),
  }
}

/** A unit with what is known of it. Throws `not_found`, and `forbidden` for one outside the caller's places. */
export async function getUnit(ctx: Ctx, survey: string, unitId: number): Promise<UnitDetails> {
  const hierarchy = await readHierarchy(ctx, survey)
  return detailsOf(ctx, hierarchy, demandUnit(hierarchy, unitId))
}

async function detailsOf(ctx: Ctx, hierarchy: Hierarchy, placed: PlacedUnit): Promise<UnitDetails> {
  const { access, tree } = hierarchy
  const { model } = access
  const { unit, view } = placed
  const level = view.levels[unit.depth - 1] ?? ''
  const names = [unit.extName, ...unit.aliases]
  const relocations = leavesOf(tree, placed).map((id) => ({ from: id, to: id, answers: {} }))
  const [owners, relatives, counts, actions, savedPaths, users] = await Promise.all([
    readOwners(ctx.db, [unit]),
    readRelatives(ctx.db, unit.id),
    countRelocated(ctx.db, { surveyId: model.id, relocations, since: null }),
    countActions(ctx.db, tree.descendantIds(unit), { open: false }),
    countSavedPaths(ctx.db, model, { level, from: unit.extName, to: unit.extName }),
    countUsersNaming(ctx.db, model, { level, names }),
  ])
  const owner = owners.get(unit.ownerUserId ?? 0)
  const place = (id: number | null): string[] => {
    const at = id === null ? undefined : tree.unit(id)
    return at ? tree.pathOf(at).map((one) => unitText(one, ctx.locale)) : []
  }
  const relative = (id: number | null) => (id === null ? null : { id, title: place(id).join(' › ') })
  return {
    ...listed(ctx, hierarchy, owners, unit),
    parentId: unit.parentId,
    level: pickText(model.questions.get(level)?.title, ctx.locale) || level,
    titles: unit.titles,
    ownerUser: owner ?? null,
    version: relatives.version,
    succeeds: relative(relatives.succeedsId),
    succeededBy: relative(relatives.succeededById),
    formerPlaces: relatives.formerPlaces.map(({ parentId, extName }) => [...place(parentId), extName].join(' › ')),
    responses: access.canViewInterviews ? counts.responses : null,
    alerts: counts.alerts,
    actions,
    savedPaths,
    users,
  }
}

/** Adds a unit. Errors: `conflict` at `extName`, `validation` at `parentId`, `validTo` and `aliases`, `forbidden`. */
export async function createUnit(
  ctx: Ctx,
  survey: string,
  { view: viewName, parentId, extName, ...fields }: z.output<(typeof createRoute)['body']>,
): Promise<UnitDetails> {
  const { access } = await readHierarchy(ctx, survey)
  const { id: surveyId, universeId } = access.model
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, surveyId)
    const hierarchy = await readHierarchy(tx, survey)
    const view = viewOf(hierarchy, viewName)
    const parent = parentId === null ? null : demandUnit(hierarchy, parentId, 'parentId')
    if (parentId === null && !mayEdit(hierarchy, { view, path: [] })) {
      const words = say`You may add units to the places that you may see, and not to the top.`
      throw wrong('parentId', words)
    }
    const depth = (parent?.unit.depth ?? 0) + 1
    if (parent?.unit.viewId !== undefined && parent.unit.viewId !== view.id)
      throw wrong('parentId', say`This unit is of another hierarchy.`)
    if (depth > view.levels.length) throw wrong('parentId', say`Units of the lowest level have none below them.`)
    if (extName === blankUnit)
      throw wrong('extName', say`"-" stands for responses without an answer. Choose another name.`)
    demandDates(fields)
    const at = { viewId: view.id, parentId }
    demandFreeNames(hierarchy.tree, at, [extName], { field: 'extName' })
    const aliases = ownAliases(hierarchy, at, { extName, aliases: fields.aliases }, [])
    const unit = { ...fields, depth, parentId, extName, aliases, titles: filledTitles(fields.titles) }
    const [id = 0] = await insertUnits(tx.db, { universeId, viewId: view.id }, [unit])
    await ensureChoices(tx, hierarchy.access.model, view, [unit])
    await tx.audit({
      action: 'unit.create',
      surveyId,
      object: [view.extName, ...(parent?.path ?? []), extName].join('/'),
      details: { unit: id },
    })
    await tx.unitsChanged(surveyId, [])
    const now = await readHierarchy(tx, survey)
    return detailsOf(tx, now, findUnit(now, id))
  })
}

/** Saves a unit. Errors: `conflict` at `version` and `aliases`, `validation` at `validTo` and `ownerUserId`, `forbidden`. */
export async function saveUnit(
  ctx: Ctx,
  survey: string,
  unitId: number,
  { version, ...fields }: z.output<(typeof saveRoute)['body']>,
): Promise<UnitDetails> {
  const { access } = await readHierarchy(ctx, survey)
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, access.model.id)
    const hierarchy = await readHierarchy(tx, survey)
    const placed = demandUnit(hierarchy, unitId)
    const { unit } = placed
    demandNamed(placed, 'titles')
    await demandVersion(tx, unitId, version)
    demandDates(fields)
    const aliases = ownAliases(hierarchy, unit, { extName: unit.extName, aliases: fields.aliases }, [unitId])
    if (fields.ownerUserId !== null && fields.ownerUserId !== unit.ownerUserId)
      await demandOwner(tx, hierarchy, placed, fields.ownerUserId)
    const saved = { ...fields, aliases, titles: filledTitles(fields.titles) }
    await saveUnitRow(tx, unitId, saved)
    await tx.audit({
      action: 'unit.save',
      surveyId: access.model.id,
      object: [placed.view.extName, ...placed.path].join('/'),
      details: {
        unit: unitId,
        ...(fields.ownerUserId !== unit.ownerUserId && { owner: fields.ownerUserId, before: unit.ownerUserId }),
      },
    })
    await tx.unitsChanged(access.model.id, [])
    const now = await readHierarchy(tx, survey)
    return detailsOf(tx, now, findUnit(now, unitId))
  })
}

function demandDates({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }): void {
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    throw wrong('validTo', say`It cannot close before it opens.`)
}

function filledTitles(titles: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(titles).filter(([, title]) => title !== ''))
}

function ownAliases(
  { tree }: Hierarchy,
  at: { viewId: number; parentId: number | null },
  { extName, aliases }: { extName: string; aliases: readonly string[] },
  except: readonly number[],
): string[] {
  const own = [...new Set(aliases)].filter((alias) => alias !== extName)
  if (own.includes(blankUnit))
    throw wrong('aliases', say`"-" stands for responses without an answer. Choose another name.`)
  demandFreeNames(tree, at, own, { field: 'aliases', except })
  return own
}
