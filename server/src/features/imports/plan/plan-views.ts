import { Count, say } from '@gensvar/contract/say'
import { ownTexts } from '../choice-titles.ts'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { ColumnProfiler } from '../profile/column-profile.ts'
import type { ValueCodes } from '../profile/value-codes.ts'
import type { Analysis } from './analyse.ts'
import { demandColumn } from './demand-column.ts'
import type { ExistingSurvey } from './existing-survey.ts'
import { findHierarchy } from './find-hierarchy.ts'
import type { PlannedColumn, PlannedView } from './planned.ts'

/**
 * The views of the hierarchy: the survey's, else those of a configuration given with the file, else the requested
 * levels, else what the columns suggest. Errors: `validation` for missing columns, `conflict` for levels other than
 * the survey's.
 */
export function planViews(
  columns: readonly PlannedColumn[],
  analysis: Analysis,
  asked: { hierarchy: readonly string[] | null; views: readonly PlannedView[] | null },
  existing: ExistingSurvey | null,
): PlannedView[] {
  const levels = asked.hierarchy?.map((name) => demandColumn(columns, name, 'hierarchy').variable) ?? null
  const repeated = levels?.find((level, index) => levels.indexOf(level) !== index)
  if (repeated !== undefined) {
    throw new ImportRefusal('validation', say`The hierarchy names "${repeated}" twice.`, 'hierarchy')
  }
  if (existing && existing.views.length > 0) return existingViews(existing, columns, levels)
  if (existing && existing.responses > 0) return noViews(levels ?? asked.views)
  if (asked.views && asked.views.length > 0 && !levels) {
    return asked.views.map((view) => ({
      ...view,
      levels: view.levels.map((level) => demandColumn(columns, level, 'config').variable),
    }))
  }
  const found =
    levels ??
    findHierarchy(
      columns.filter(({ metadata }) => metadata === null),
      analysis.codes,
    )
  return found.length === 0 ? [] : [{ extName: 'organisation', title: 'Organisation', levels: found }]
}

/** A survey whose responses are of no units keeps to that: those it has could not be told to which they belong. */
function noViews(asked: readonly unknown[] | null): [] {
  if (asked === null || asked.length === 0) return []
  throw new ImportRefusal(
    'conflict',
    say`The survey's answers belong to no units, and an import cannot add a hierarchy. Import into a new survey.`,
    'hierarchy',
  )
}

function existingViews(
  existing: ExistingSurvey,
  columns: readonly PlannedColumn[],
  asked: readonly string[] | null,
): PlannedView[] {
  const [first] = existing.views
  if (asked && first && asked.join('\n') !== first.levels.join('\n')) {
    const words = say`The survey's hierarchy is ${first.levels.join(' > ')} and cannot be changed by an import.`
    throw new ImportRefusal('conflict', words, 'hierarchy')
  }
  const levels = existing.views.flatMap((view) => view.levels)
  const missing = levels.find((level) => level !== everything && !columns.some(({ variable }) => variable === level))
  if (missing === undefined)
    return existing.views.map(({ extName, title, levels: all }) => ({ extName, title, levels: all }))
  const words = say`The file lacks the column "${missing}", a level of the survey's hierarchy.`
  throw new ImportRefusal('validation', words, 'file', { column: missing })
}

/** Level of surveys of an earlier version whose file had no column to make units of: their responses are of one unit. */
export const everything = 'everything'

/** A placeholder column for that level; no cell is read for it. */
export function columnOfEverything(existing: ExistingSurvey | null): PlannedColumn {
  const known = existing?.questions.find(({ variable }) => variable === everything)
  const nothing = { header: '', wording: '', about: '', metadata: null, partOf: null, parts: null, warnings: [] }
  const named = { ...nothing, index: -1, variable: everything, title: everything }
  return {
    ...named,
    profile: new ColumnProfiler().profile,
    plan: { type: 'single', kind: 'level' },
    questionId: known?.id ?? null,
    language: null,
    notAnswered: [],
    settings: { title: ownTexts.all },
  }
}

/**
 * Warns about units of the same name under several units of the level above. Each becomes a separate unit, which is
 * wrong for a shop that moved or a mistake in the file.
 */
export function sharedNames(
  views: readonly PlannedView[],
  columns: readonly PlannedColumn[],
  codes: ValueCodes,
): { variable: string; warning: ImportNote }[] {
  return views.flatMap(({ levels }) =>
    levels.slice(1).flatMap((level, above) => {
      const fine = columns.find(({ variable }) => variable === level)
      const coarse = columns.find(({ variable }) => variable === levels[above])
      const shared = fine && coarse ? codes.under(coarse.index, fine.index) : []
      const [first] = shared
      if (!fine || !coarse || !first) return []
      const [name = '', one = '', other = ''] = [
        [...fine.profile.values.keys()][first.fine],
        ...first.coarse.map((code) => [...coarse.profile.values.keys()][code]),
      ]
      const words =
        shared.length === 1
          ? say`one name occurs under more than one ${coarse.header} ("${name}" under "${one}" and "${other}"); each is counted there as a separate unit`
          : say`${new Count(shared.length)} names occur under more than one ${coarse.header} ("${name}" under "${one}" and "${other}"); each is counted there as a separate unit`
      return [{ variable: level, warning: noteOn(words) }]
    }),
  )
}
