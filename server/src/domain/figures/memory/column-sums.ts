import { atomWidth } from '../rows/atoms.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { blocksOf } from './block.ts'
import type { Block } from './block.ts'
import type { CountedSums, MedianSpreads } from './counted-sums.ts'
import type { HeldColumns } from './held-columns.ts'
import type { SelectedBlocks } from './kept-selections.ts'
import { PartPlan } from './part-plan.ts'
import { rolledUp } from './rolled-up.ts'
import { makeSieve, sift } from './sieve.ts'
import type { Sieve } from './sieve.ts'
import type { Steps } from './steps.ts'
import { everyRow } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** Groups whose medians are prepared between two pauses. */
const groupsPerStep = 256

/**
 * Computes sums over columns in memory: together with those of the other shares of the rows, the same as `querySums`, several
 * times as fast. Throws `MissingColumn`.
 */
export function* sumColumns(held: HeldColumns, request: SumsRequest): Steps<CountedSums> {
  const workspace = held.borrowWorkspace()
  try {
    return yield* sumIn(workspace, held, request)
  } finally {
    held.giveBack(workspace)
  }
}

function* sumIn(workspace: Workspace, held: HeldColumns, { grouping, where, atoms }: SumsRequest): Steps<CountedSums> {
  const parts: PartPlan[] = []
  for (const part of grouping.parts) parts.push(yield* PartPlan.make(held, part, atoms))
  const rest = yield* withoutRolledUp(held, where, grouping, parts)
  const selection = rest === 'all' ? yield* selectionOf(held, where) : { blocks: null, shared: null, own: rest }
  for (const block of rest === null ? [] : blocksOf(held.rowCount)) {
    const shared = yield* sharedRows(workspace, block, selection)
    if (!selection.own) {
      for (const part of parts) yield* part.add(workspace, block, shared, shared.length)
    } else {
      const list = workspace.list()
      list.set(shared)
      const count = yield* sift(workspace, block, selection.own, list, shared.length)
      for (const part of parts) yield* part.add(workspace, block, list, count)
      workspace.giveBack(list)
    }
    yield
  }
  const groups = parts.map((part) => ({ part, ids: grouping.isWhole ? part.knownIds : part.ids }))
  return yield* readSums(groups, atoms)
}

/** Adds what roll-ups have to the parts; returns which rows are left to count: all that are asked for, or null for none. */
function* withoutRolledUp(
  held: HeldColumns,
  where: RowDemand,
  grouping: SumsRequest['grouping'],
  parts: readonly PartPlan[],
): Steps<Sieve | 'all' | null> {
  const [part, ...others] = grouping.parts
  const [plan] = parts
  if (!part || !plan || others.length > 0) return 'all'
  const rolled = yield* rolledUp(held, where, part, plan)
  if (!rolled) return 'all'
  yield* rolled.addTo(plan)
  return rolled.rest
}

type PartGroups = readonly { part: PartPlan; ids: readonly number[] }[]

function* readSums(parts: PartGroups, atoms: SumsRequest['atoms']): Steps<CountedSums> {
  const width = atoms.reduce((sum, atom) => sum + atomWidth(atom), 0)
  const groups = parts.reduce((sum, part) => sum + part.ids.length, 0)
  const ids = new Float64Array(groups)
  const numbers = new Float64Array(groups * width)
  const medians: MedianSpreads[] = []
  let at = 0
  for (const [index, atom] of atoms.entries()) {
    if (atom.kind === 'median') medians.push({ at, atom: index, spreads: [] })
    at += atomWidth(atom)
  }
  let place = 0
  for (const { part, ids: known } of parts) {
    ids.set(known, place)
    yield* part.read(known.length, numbers, place * width, width)
    place += known.length
    for (const { atom, spreads } of medians)
      for (let group = 0; group < known.length; group++) {
        spreads.push(part.spread(group, atom))
        if (group % groupsPerStep === 0) yield
      }
  }
  return { ids, numbers, medians }
}

/** Rows to count: those of the first demand are kept for other requests of the same page, the others are this request's own. */
interface Selection {
  blocks: SelectedBlocks | null
  shared: Sieve | null
  own: Sieve | null
}

function* selectionOf(held: HeldColumns, where: RowDemand): Steps<Selection> {
  const [shared, ...own] = where.kind === 'all' ? where.of : [where]
  if (!shared) return { blocks: null, shared: null, own: null }
  return {
    blocks: held.selections.named(JSON.stringify(shared)),
    shared: yield* makeSieve(held, shared),
    own: own.length === 0 ? null : yield* makeSieve(held, { kind: 'all', of: own }),
  }
}

/** The rows of a block that pass the shared demand. */
function* sharedRows(workspace: Workspace, block: Block, { blocks, shared }: Selection): Steps<Uint16Array> {
  const size = block.to - block.from
  const every = everyRow.subarray(0, size)
  if (!blocks || !shared) return every
  const known = blocks[block.number]
  if (known) return known
  const list = workspace.list()
  list.set(every)
  const count = yield* sift(workspace, block, shared, list, size)
  const rows = count === size ? every : list.slice(0, count)
  workspace.giveBack(list)
  blocks[block.number] = rows
  return rows
}
