import { isIsoDate } from '@gensvar/contract/dates'
import { locales } from '@gensvar/contract/local-text'
import { maxUnitAliases, maxUnitName } from '@gensvar/contract/units'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { View } from '#server/domain/survey/survey-model.ts'
import { UnitTree, blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { aliasSeparator } from './hierarchy-columns.ts'
import type { HierarchyColumn } from './hierarchy-columns.ts'
import type { FileProblem, HierarchyRow } from './hierarchy-file.ts'
import { mayEdit } from './hierarchy.ts'
import type { Hierarchy } from './hierarchy.ts'

/** What a file does to a hierarchy. Units that it adds have negative ids. */
export interface HierarchyPlan {
  problems: FileProblem[]
  /** New units, those above before those below. */
  created: readonly Unit[]
  /** Units with other titles, aliases, owner or dates. */
  changed: readonly Unit[]
  /** Units below another parent. */
  moved: readonly Unit[]
  after: UnitTree
}

/** A row with what it is about. */
interface Node {
  row: HierarchyRow
  key: string
  unit: Unit
  /** Null for a new one. */
  before: Unit | null
  parentKey: string
}

/** Works out what the rows of a file do. `owners` holds users who may own units, by username. */
export function planHierarchy(
  hierarchy: Hierarchy,
  view: View,
  rows: readonly HierarchyRow[],
  owners: ReadonlyMap<string, number>,
): HierarchyPlan {
  const { tree } = hierarchy
  const problems: FileProblem[] = []
  const wrong = ({ number, cells }: HierarchyRow, column: HierarchyColumn, words: Words): void => {
    problems.push({ words, row: number, column, read: cells[column] ?? null })
  }
  const nodes = new Map<string, Node>()
  for (const [index, row] of rows.entries()) {
    const key = row.cells.key ?? ''
    if (key === '') wrong(row, 'key', say`A key is missing. It says which unit the row is about.`)
    else if (nodes.has(key)) wrong(row, 'key', say`Another row has this key too.`)
    else nodes.set(key, nodeOf(hierarchy, view, { row, key, newId: -1 - index }))
  }
  const parentOf = ({ parentKey }: Node): Unit | null | undefined => {
    if (parentKey === '') return null
    return nodes.get(parentKey)?.unit ?? knownUnit(hierarchy, view, parentKey) ?? undefined
  }
  const loops = loopsOf(nodes)
  for (const node of nodes.values()) {
    const { row } = node
    const parent = parentOf(node)
    if (loops.has(node.key)) wrong(row, 'parent', say`The units above this one lead back to it.`)
    else if (parent === undefined)
      wrong(row, 'parent', say`There is no unit with this key, in the file or in the survey.`)
    else node.unit.parentId = parent?.id ?? null
  }
  const depths = depthsOf(hierarchy, view, nodes, loops)
  for (const node of nodes.values()) {
    node.unit.depth = depths.get(node.key) ?? 0
    // Its place is wrong already.
    if (node.unit.depth === 0) continue
    checkPlace(hierarchy, view, node, wrong)
    readFields(node, owners, wrong)
  }
  const known = new Map([...nodes.values()].map(({ unit }) => [unit.id, unit]))
  const after = new UnitTree([...tree.all().map((unit) => known.get(unit.id) ?? unit), ...newUnits(nodes)])
  for (const node of nodes.values()) checkNames(tree, after, node, wrong)
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
  const all = [...nodes.values()]
  return {
    problems,
    created: newUnits(nodes).toSorted((a, b) => a.depth - b.depth),
    changed: all
      .filter(({ before, unit }) => before !== null && fieldsOf(before) !== fieldsOf(unit))
      .map(({ unit }) => unit),
    moved: all
      .filter(({ before, unit }) => before !== null && before.parentId !== unit.parentId)
      .map(({ unit }) => unit),
    after,
  }
}

type Wrong = (row: HierarchyRow, column: HierarchyColumn, words: Words) => void

function knownUnit({ tree }: Hierarchy, view: View, key: string): Unit | null {
  const unit = /^[1-9]\d{0,9}$/.test(key) ? tree.unit(Number(key)) : undefined
  return unit?.viewId === view.id ? unit : null
}

function nodeOf(
  hierarchy: Hierarchy,
  view: View,
  { row, key, newId }: { row: HierarchyRow; key: string; newId: number },
): Node {
  const before = knownUnit(hierarchy, view, key)
  const parentKey = row.cells.parent ?? ''
  const fresh: Unit = {
    id: newId,
    viewId: view.id,
    depth: 0,
    parentId: null,
    extName: row.cells.name ?? '',
    titles: {},
    aliases: [],
    ownerUserId: null,
    validFrom: null,
    validTo: null,
    succeedsId: null,
  }
  return { row, key, before, parentKey, unit: before ? { ...before } : fresh }
}

/** Keys of the units whose units above lead back to them. */
function loopsOf(nodes: ReadonlyMap<string, Node>): ReadonlySet<string> {
  const loops = new Set<string>()
  const done = new Set<string>()
  for (const start of nodes.keys()) {
    const path: string[] = []
    let key = start
    while (nodes.has(key) && !done.has(key) && !path.includes(key)) {
      path.push(key)
      key = nodes.get(key)?.parentKey ?? ''
    }
    const from = path.indexOf(key)
    if (from >= 0) for (const one of path.slice(from)) loops.add(one)
    for (const one of path) done.add(one)
  }
  return loops
}

/** Depths of the units by their keys; none of those that are, or are below, a loop or an unknown unit. */
function depthsOf(
  hierarchy: Hierarchy,
  view: View,
  nodes: ReadonlyMap<string, Node>,
  loops: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const start of nodes.keys()) {
    const path: string[] = []
    let key = start
    while (nodes.has(key) && !depths.has(key) && !loops.has(key)) {
      path.unshift(key)
      key = nodes.get(key)?.parentKey ?? ''
    }
    if (loops.has(key)) continue
    const known = nodes.has(key) ? depths.get(key) : key === '' ? 0 : knownUnit(hierarchy, view, key)?.depth
    if (known !== undefined) for (const [at, one] of path.entries()) depths.set(one, known + at + 1)
  }
  return depths
}

function newUnits(nodes: ReadonlyMap<string, Node>): Unit[] {
  return [...nodes.values()].filter(({ before }) => before === null).map(({ unit }) => unit)
}

function checkPlace(hierarchy: Hierarchy, view: View, { row, unit, before }: Node, wrong: Wrong): void {
  const { levels } = view
  const wanted = (row.cells.level ?? '').toLowerCase()
  const at = levels.findIndex((level) => level.toLowerCase() === wanted) + 1
  if (wanted !== '' && at === 0) wrong(row, 'level', say`There is no such level. They are ${levels.join(', ')}.`)
  else if (wanted !== '' && at > unit.depth)
    wrong(row, 'level', say`A level is skipped between this unit and its parent.`)
  else if (unit.depth > levels.length) wrong(row, 'parent', say`Units of the lowest level have none below them.`)
  else if ((wanted !== '' && at < unit.depth) || (before && before.depth !== unit.depth))
    wrong(row, 'parent', say`A unit of this level belongs directly below one of the level above it.`)
  const path = (one: Unit): string[] => hierarchy.tree.pathOf(one).map(({ extName }) => extName)
  const parent = unit.parentId === null ? null : hierarchy.tree.unit(unit.parentId)
  // Below a new unit, its own row says whether that is within the caller's places.
  const isOutside = [before, parent].some((one) => one && !mayEdit(hierarchy, { view, path: path(one) }))
  const isOwnTop = unit.parentId !== null || before !== null || mayEdit(hierarchy, { view, path: [] })
  if (isOutside || !isOwnTop) wrong(row, 'key', say`This unit is outside the places that you may see.`)
  if (before?.extName === blankUnit || unit.extName === blankUnit)
    wrong(row, 'name', say`"Not stated" holds responses without an answer. It cannot be changed, moved or merged.`)
  if (parent?.extName === blankUnit) wrong(row, 'parent', say`"Not stated" has no units of its own.`)
}

function readFields({ row, unit, before }: Node, owners: ReadonlyMap<string, number>, wrong: Wrong): void {
  const { cells } = row
  const name = cells.name ?? ''
  if (before === null && name === '') wrong(row, 'name', say`A name is missing.`)
  if (name.length > maxUnitName) wrong(row, 'name', say`A name has at most ${maxUnitName} characters.`)
  if (before !== null && name !== '' && name !== before.extName)
    wrong(row, 'name', say`The name of a unit stays, because answers and links have it. Change its titles instead.`)
  const titles = { ...unit.titles }
  for (const locale of locales) {
    const title = cells[`title_${locale}`]
    if (title === undefined) continue
    if (title.length > maxUnitName) wrong(row, `title_${locale}`, say`A name has at most ${maxUnitName} characters.`)
    if (title === '') delete titles[locale]
    else titles[locale] = title
  }
  unit.titles = titles
  if (cells.aliases !== undefined) {
    const aliases = cells.aliases.split(aliasSeparator).map((alias) => alias.trim())
    unit.aliases = [...new Set(aliases)].filter((alias) => alias !== '' && alias !== unit.extName)
    if (unit.aliases.length > maxUnitAliases || unit.aliases.some((alias) => alias.length > maxUnitName))
      wrong(
        row,
        'aliases',
        say`A unit has at most ${maxUnitAliases} other names, of at most ${maxUnitName} characters.`,
      )
  }
  if (cells.owner !== undefined) {
    const owner = owners.get(cells.owner)
    if (cells.owner !== '' && owner === undefined)
      wrong(row, 'owner', say`There is no user of this name who may handle alerts of the survey.`)
    unit.ownerUserId = owner ?? null
  }
  for (const [column, field] of [
    ['opens', 'validFrom'],
    ['closes', 'validTo'],
  ] as const) {
    const text = cells[column]
    if (text === undefined) continue
    if (text !== '' && !isIsoDate(text)) wrong(row, column, say`This is no date. Write it as 2026-01-31.`)
    unit[field] = text === '' ? null : text
  }
  if (unit.validFrom !== null && unit.validTo !== null && unit.validTo < unit.validFrom)
    wrong(row, 'closes', say`It cannot close before it opens.`)
}

/** A name must be free beside those that are there, and those that are there afterwards. */
function checkNames(before: UnitTree, after: UnitTree, { row, unit }: Node, wrong: Wrong): void {
  const beside = [...after.children(unit.viewId, unit.parentId), ...before.children(unit.viewId, unit.parentId)]
  const others = beside.filter(({ id }) => id !== unit.id)
  const isTaken = (name: string): boolean =>
    others.some(({ extName, aliases }) => extName === name || aliases.includes(name))
  if (unit.extName !== '' && isTaken(unit.extName))
    wrong(row, 'name', say`"${unit.extName}" is the name of another unit at this place.`)
  const alias = unit.aliases.find(isTaken)
  if (alias !== undefined) wrong(row, 'aliases', say`"${alias}" is the name of another unit at this place.`)
}

function fieldsOf({ titles, aliases, ownerUserId, validFrom, validTo }: Unit): string {
  return JSON.stringify([Object.entries(titles).toSorted(), aliases, ownerUserId, validFrom, validTo])
}
