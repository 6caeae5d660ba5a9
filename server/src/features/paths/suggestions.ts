import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { SplitPath } from '@gensvar/contract/drill-path'
import type { viewResults } from '@gensvar/contract/entities/navigation'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { dateText } from '#server/domain/cases/case-text.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { View } from '#server/domain/survey/survey-model.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { translate } from '#server/platform/translate.ts'

/** Most suggestions under one header. */
const maxPerHeader = 8

/**
 * Units the user may open whose name, ext name or alias holds the term (without regard to case), grouped under their
 * level; those that begin with it first. The filters of the path stay. A blank term suggests nothing.
 */
export function suggestionsOf(
  access: SurveyAccess,
  tree: UnitTree,
  path: SplitPath,
  term: string,
  locale: Locale,
): z.infer<typeof viewResults> {
  const wanted = term.trim().toLocaleLowerCase(locale)
  if (wanted === '') return { viewResults: [] }
  const groups = pathViews(access).flatMap((view) =>
    view.levels.map((level, index) => ({
      header: headerOf(access, view, level),
      paths: matches(access, tree, view, index + 1, path, wanted, locale),
    })),
  )
  return { viewResults: groups.filter((group) => group.paths.length > 0) }
}

function matches(
  access: SurveyAccess,
  tree: UnitTree,
  view: View,
  depth: number,
  path: SplitPath,
  wanted: string,
  locale: Locale,
): { text: string; value: string }[] {
  const found = tree.atDepth(view.id, depth)
  const twice = new Set(
    found.flatMap(({ id, succeedsId }) => (found.some((one) => one.id === succeedsId) ? [id, succeedsId] : [])),
  )
  return found
    .map((unit) => ({ unit, at: positionOf(unit, wanted, locale) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || a.unit.extName.localeCompare(b.unit.extName, locale))
    .map(({ unit }) => tree.pathOf(unit))
    .filter((units) =>
      access.places.allows(
        view.extName,
        units.map((unit) => unit.extName),
      ),
    )
    .slice(0, maxPerHeader)
    .map((units) => ({
      text: units.map((unit) => unitText(unit, locale)).join(' / ') + spanOf(units.at(-1), twice, locale),
      value: printDrillPath(
        {
          view: view.extName,
          place: units.map((unit, index) => plainToken(view.levels[index] ?? '', unit.extName)),
          filters: path.filters,
        },
        pathViews(access),
      ),
    }))
}

/** Since when, and until when, a unit is at this place, where both it and what it goes on from or in are found. */
function spanOf(unit: Unit | undefined, twice: ReadonlySet<number | null>, locale: Locale): string {
  if (!unit || !twice.has(unit.id)) return ''
  const from = unit.validFrom && translate(say`from ${dateText(unit.validFrom, locale)}`, locale)
  const until = unit.validTo && translate(say`until ${dateText(unit.validTo, locale)}`, locale)
  return from || until ? ` (${[from, until].filter(Boolean).join(' ')})` : ''
}

/** Index of the term in the first of the unit's names that has it; -1 if none has. */
function positionOf(unit: Unit, wanted: string, locale: Locale): number {
  const names = [unitText(unit, locale), unit.extName, ...unit.aliases]
  const found = names.map((name) => name.toLocaleLowerCase(locale).indexOf(wanted)).filter((at) => at >= 0)
  return found.length > 0 ? Math.min(...found) : -1
}

function headerOf(access: SurveyAccess, view: View, level: string): Record<string, string> | string {
  const title = access.model.questions.get(level)?.title ?? {}
  if (Object.keys(title).length > 0) return { ...title }
  return level || view.extName
}
