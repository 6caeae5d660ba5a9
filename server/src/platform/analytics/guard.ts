import type { Condition } from '@gensvar/contract/conditions'
import type { AnswerSource } from './answer-source.ts'
import { applyConditions } from './apply-conditions.ts'
import { resolveGrouping } from './grouping.ts'
import type { GroupBy, Grouping } from './grouping.ts'
import type { RowDemand } from './row-demand.ts'

/** Per row the counts behind each indicator's aggregates: `counts.get(id)[indicator][aggregate]`. */
export type Counts = Map<number | null, (readonly number[])[]>

/** A request to be kept from giving anyone away. */
export interface GuardedRequest {
  /** Least number of answers behind a figure. */
  least: number
  scope: readonly Condition[]
  conditions: readonly Condition[]
  by: GroupBy
  grouping: Grouping
  indicators: number
  source: AnswerSource<RowDemand>
  /** The counts of the rows that meet `where`. */
  count(grouping: Grouping, where: RowDemand): Promise<Counts>
}

/** Rows not to be shown, per indicator. */
type Hidden = Set<number | null>[]

/**
 * Tells which values must not be shown. A value is hidden when
 * - fewer than the least number of answers are behind it;
 * - dropping the scope or one condition would add some answers but fewer than that number, for then the two figures
 *   subtracted show them;
 * - it is the smallest of its siblings that is left to be shown beside a hidden one that the parent's figure and the
 *   siblings' would give away; siblings being the units of one parent, the answers of a question, or periods;
 * - its place, one of the units above it, or the single answer filtered on is hidden for one of these reasons.
 */
export async function suppressedValues(
  request: GuardedRequest,
): Promise<(id: number | null, indicator: number) => boolean> {
  const [table, all] = await Promise.all([ownTable(request), hiddenAltogether(request)])
  return (id, indicator) => (all[indicator] ?? false) || (table[indicator]?.has(id) ?? false)
}

/** The hidden rows of the result itself. */
async function ownTable(request: GuardedRequest): Promise<Hidden> {
  const { by, grouping, source } = request
  if (by === 'none' || !('level' in by)) return hiddenRows(request, grouping, request.conditions)
  const hidden = await hiddenRows(request, grouping, request.conditions, (id) => parentOf(id, source))
  // A unit below a hidden one shows it as soon as it is its only child.
  for (let depth = by.level.depth - 1; depth > placeDepth(request, by.level.view); depth--) {
    const above = await levelGrouping({ view: by.level.view, depth }, source)
    const hiddenAbove = await hiddenRows(request, above, request.conditions, (id) => parentOf(id, source))
    hidden.forEach((rows, indicator) => addUnitsBelow(rows, hiddenAbove[indicator], depth, request))
  }
  return hidden
}

function addUnitsBelow(
  rows: Set<number | null>,
  above: Set<number | null> | undefined,
  depth: number,
  request: GuardedRequest,
): void {
  if (!above || above.size === 0 || request.by === 'none' || !('level' in request.by)) return
  const { view: name, depth: own } = request.by.level
  const view = request.source.survey.views.find((candidate) => candidate.extName === name)
  for (const unit of view ? request.source.tree.atDepth(view.id, own) : []) {
    const ancestor = request.source.tree.lineage(unit.id)[depth - 1]
    if (ancestor !== undefined && above.has(ancestor)) rows.add(unit.id)
  }
}

/** Per indicator, whether nothing at all may be shown: the place or an answer filtered on is hidden among its own kind. */
async function hiddenAltogether(request: GuardedRequest): Promise<boolean[]> {
  const { source, conditions } = request
  const looks = conditions.flatMap((condition): Promise<{ hidden: Hidden; id: number }>[] => {
    const others = conditions.filter((other) => other !== condition)
    const look = async (siblings: Promise<Grouping>, asked: readonly Condition[], id: number) => ({
      hidden: await hiddenRows(request, await siblings, asked),
      id,
    })
    if (condition.kind === 'unit') {
      const view = source.survey.views.find((candidate) => candidate.extName === condition.view)
      const unit = view && source.tree.find(view.id, condition.path)
      return source.tree.lineage(unit?.id).map((id, index) => {
        const above: Condition = { ...condition, depth: index, path: condition.path.slice(0, index) }
        return look(levelGrouping({ view: condition.view, depth: index + 1 }, source), [...others, above], id)
      })
    }
    const chosen = onlyChoice(condition, source)
    if (!chosen) return []
    return [look(resolveGrouping({ question: chosen.variable }, source, noRange), others, chosen.code)]
  })
  const seen = await Promise.all(looks)
  return Array.from({ length: request.indicators }, (_, indicator) =>
    seen.some(({ hidden, id }) => hidden[indicator]?.has(id) ?? false),
  )
}

function onlyChoice(condition: Condition, source: AnswerSource<RowDemand>): { variable: string; code: number } | null {
  if (condition.kind !== 'choice' || condition.include.length !== 1) return null
  if (condition.contains.length + condition.exclude.length + condition.excludeContains.length > 0) return null
  const question = source.survey.questions.get(condition.variable)
  const choice = question?.type === 'single' ? question.choiceByName.get(condition.include[0] ?? '') : undefined
  return choice ? { variable: condition.variable, code: choice.code } : null
}

/** The hidden rows of one table: too few answers, too few left over, and what they would give away. */
async function hiddenRows(
  request: GuardedRequest,
  grouping: Grouping,
  conditions: readonly Condition[],
  parent: (id: number | null) => unknown = () => null,
): Promise<Hidden> {
  const { scope, source, least, indicators } = request
  const countOf = (kept: readonly Condition[]): Promise<Counts> =>
    request.count(grouping, applyConditions(kept, source))
  const [counts, ...wider] = await Promise.all([
    countOf([...scope, ...conditions]),
    ...widerConditions(scope, conditions).map(countOf),
  ])
  const isFew = (n: number): boolean => n > 0 && n < least
  const givesAway = (id: number | null, indicator: number): boolean => {
    const own = counts.get(id)?.[indicator] ?? []
    // What comes in when a condition is dropped is what the wider table has more.
    return own.some((n, at) => isFew(n) || wider.some((table) => isFew((table.get(id)?.[indicator]?.[at] ?? 0) - n)))
  }
  return Array.from({ length: indicators }, (_, indicator) => {
    const hidden = new Set([...counts.keys()].filter((id) => givesAway(id, indicator)))
    if (grouping.isWhole) return hidden
    for (const siblings of Map.groupBy(counts.keys(), parent).values())
      for (const [aggregate] of (counts.values().next().value?.[indicator] ?? []).entries())
        hideSiblings(siblings, hidden, (id) => counts.get(id)?.[indicator]?.[aggregate] ?? 0, least)
    return hidden
  })
}

/** What is left when the scope, or one condition, is dropped. The place is looked at among its siblings instead. */
function widerConditions(scope: readonly Condition[], conditions: readonly Condition[]): (readonly Condition[])[] {
  return [
    ...(scope.length > 0 ? [conditions] : []),
    ...conditions
      .filter((condition) => condition.kind !== 'unit')
      .map((condition) => [...scope, ...conditions.filter((other) => other !== condition)]),
  ]
}

/** Hides more siblings, the smallest first, until what is hidden is at least two rows and the least number together. */
function hideSiblings(
  siblings: readonly (number | null)[],
  hidden: Set<number | null>,
  countOf: (id: number | null) => number,
  least: number,
): void {
  const there = siblings
    .filter((id) => countOf(id) > 0)
    .sort((a, b) => countOf(a) - countOf(b) || Number(a) - Number(b))
  const isHidden = there.filter((id) => hidden.has(id))
  let rows = isHidden.length
  if (rows === 0) return
  let together = isHidden.reduce<number>((sum, id) => sum + countOf(id), 0)
  for (const id of there) {
    if (rows >= 2 && together >= least) return
    if (hidden.has(id)) continue
    hidden.add(id)
    rows++
    together += countOf(id)
  }
}

function placeDepth(request: GuardedRequest, view: string): number {
  const place = request.conditions.find((condition) => condition.kind === 'unit' && condition.view === view)
  return place?.kind === 'unit' ? place.depth : 0
}

function parentOf(id: number | null, source: AnswerSource<RowDemand>): number | null {
  return id === null ? null : (source.tree.unit(id)?.parentId ?? null)
}

function levelGrouping(level: { view: string; depth: number }, source: AnswerSource<RowDemand>): Promise<Grouping> {
  return resolveGrouping({ level }, source, noRange)
}

const noRange = async (): Promise<null> => null
