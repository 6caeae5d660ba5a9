import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { LocalText } from '@gensvar/contract/local-text'
import { withFilter } from '@gensvar/contract/path-steps'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { vocabularyOf } from '#server/domain/figures/figures.ts'
import { unitsBelow } from '#server/domain/figures/publishing/published-figures.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import { countedQuestion } from '#server/domain/indicators/answer-shares.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { isOwnPlace, ownsPlace } from '#server/domain/indicators/own-place.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { everything, notStatedTitle, unitText, unitTitle } from '#server/domain/survey/unit-text.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'

/** What columns stand for: a unit, or a choice. */
export interface Group {
  /** Id of the unit, or code of the choice; null for answers without one. */
  id: number | null
  name: string
  title: LocalText
  /** Drill path of the group alone; null where the caller may not open it. */
  path: string | null
  /** Whether the caller may open every response of it. */
  isOwn: boolean
  /** Whether it is of the answers that state no unit or choice. */
  isBlank: boolean
}

/** How a component's columns are grouped. */
export interface ColumnGrouping {
  by: GroupBy
  title: LocalText
  groups: Group[]
  /** Whether the groups have an order of their own, as choices do. */
  isOrdered: boolean
  /** Why there are no groups here; null where there are. */
  closed: Words | null
}

/** The grouping by a level of the path's view, or by the choices of a question. Throws `validation` for an unknown name. */
export async function groupingOf(request: FigureRequest, by: string): Promise<ColumnGrouping> {
  const { access, requested } = request
  const { view } = requested
  const depth = (view?.levels.indexOf(by) ?? -1) + 1
  const question = access.model.questions.get(by)
  if (view && depth > 0) return byLevel(request, { view: view.extName, depth }, question ? titleOf(question) : by)
  return byChoices(request, countedQuestion(access.model, by))
}

function byLevel(request: FigureRequest, level: { view: string; depth: number }, title: LocalText): ColumnGrouping {
  const { access, requested, ctx } = request
  const { path, unit, tree } = requested
  const grouping = { by: { level }, title, isOrdered: false }
  if (level.depth <= path.place.length) {
    const here = unit ? unitText(unit, ctx.locale) : everything(ctx.locale)
    return { ...grouping, groups: [], closed: say`"${titled(title)}" is not below ${here}. Go up to compare them.` }
  }
  const views = pathViews(access)
  const levels = requested.view?.levels ?? []
  const above = unit ? { view: level.view, path: tree.pathOf(unit).map(({ extName }) => extName) } : null
  // A reader of some places sees the units beside those, as in rankings, and none of other branches.
  const units = unitsBelow({ survey: access.model, tree }, above, level).filter((one) =>
    access.places.allows(
      level.view,
      tree
        .pathOf(one)
        .slice(0, -1)
        .map(({ extName }) => extName),
    ),
  )
  const isAllOwn = isOwnPlace(request)
  const { compare } = new Intl.Collator(ctx.locale, { numeric: true })
  const groups = units.map((one): Group => {
    const steps = tree.pathOf(one)
    const names = steps.map(({ extName }) => extName)
    const place = names.map((name, at) => plainToken(levels[at] ?? '', name))
    return {
      id: one.id,
      name: names.slice(path.place.length).join(' / '),
      title: unitTitle(one),
      path: access.places.allows(level.view, names) ? printDrillPath({ ...path, place }, views) : null,
      isOwn: isAllOwn || ownsPlace(access, level.view, names),
      isBlank: one.extName === blankUnit,
    }
  })
  const sorted = groups
    .map((group, at) => ({ group, text: unitText(units[at] ?? { extName: '', titles: {} }, ctx.locale) }))
    .toSorted((a, b) => compare(a.text, b.text))
  return { ...grouping, groups: sorted.map(({ group }) => group), closed: null }
}

async function byChoices(request: FigureRequest, question: Question): Promise<ColumnGrouping> {
  const { ctx, access, requested } = request
  const { variable } = question
  const grouping = { by: { question: variable }, title: titleOf(question), isOrdered: true }
  const vocabulary = access.canViewInterviews ? null : await vocabularyOf(ctx, access)
  if (vocabulary && !vocabulary.filters.includes(variable))
    return {
      ...grouping,
      groups: [],
      closed: say`This survey is anonymous, and its figures are not shown by "${titled(titleOf(question))}".`,
    }
  const views = pathViews(access)
  const { path } = requested
  const isOwn = isOwnPlace(request)
  const groups = question.choices.map(({ code, extName, title }): Group => {
    const token = plainToken(variable, extName)
    // One answer can have several choices, so another one that is filtered by stays.
    const narrowed =
      question.type === 'multiple' ? { ...path, filters: [...path.filters, token] } : withFilter(path, token)
    return {
      id: code,
      name: extName,
      title: Object.keys(title).length > 0 ? { ...title } : extName,
      path: printDrillPath(narrowed, views),
      isOwn,
      isBlank: false,
    }
  })
  const blank: Group = { id: null, name: blankUnit, title: { ...notStatedTitle }, path: null, isOwn, isBlank: true }
  return { ...grouping, groups: [...groups, blank], closed: null }
}
