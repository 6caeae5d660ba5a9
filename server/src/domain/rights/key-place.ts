import { PathError, parsePath, plainText, splitPath } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Confinement } from './places.ts'

/** The place that an API key is bound to. */
export interface KeyPlace {
  view: string
  /** Ext names from the top; empty for everything. */
  names: readonly string[]
  /** Null for everything. */
  unit: Unit | null
}

/** The place of a key's path; null where the survey has it no more, or the path has filters. */
export function placeOfKey({ views }: Pick<SurveyModel, 'views'>, tree: UnitTree, path: string): KeyPlace | null {
  try {
    const { view: name, place, filters } = splitPath(parsePath(path), views)
    const names = place.map((token) => plainText(token) ?? '')
    const view = views.find(({ extName }) => extName === name)
    const unit = view && names.length > 0 ? (tree.find(view.id, names) ?? null) : null
    if (filters.length > 0 || (names.length > 0 && unit === null)) return null
    return { view: name, names, unit }
  } catch (error) {
    if (error instanceof PathError) return null
    throw error
  }
}

/** What limits a caller to the place of a key. Throws `forbidden` where the survey has it no more. */
export function confinementAt(
  model: Pick<SurveyModel, 'views'>,
  tree: UnitTree,
  { path }: { path: string },
): Confinement {
  const place = placeOfKey(model, tree, path)
  if (!place) throw new AppError('forbidden', say`The place of this key does not exist any more.`)
  const levels = model.views.find(({ extName }) => extName === place.view)?.levels ?? []
  return new Map(place.names.map((name, depth) => [levels[depth] ?? '', [name]]))
}
