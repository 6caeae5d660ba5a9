import type { saveRole as route } from '@gensvar/contract/roles'
import { parsePath, PathError } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { combineRoles, combineSurveyRights } from '#server/domain/rights/role-rights.ts'
import type { StoredSurveyRights } from '#server/domain/rights/role-rights.ts'
import { excessOf } from '#server/domain/rights/role-excess.ts'
import type { Excess } from '#server/domain/rights/role-excess.ts'
import { lineageOf } from '#server/domain/rights/role-sheets.ts'
import type { RoleSheet } from '#server/domain/rights/role-sheets.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RoleAccess } from './role-access.ts'
import type { RoleSurveyRow, RoleValues } from './store.ts'

/** What a save sends. */
export type RoleBody = z.output<(typeof route)['body']>

/** A survey of a save: where it stands in the body, and what is to be stored. */
export interface SavedSurvey extends RoleSurveyRow {
  index: number
  extName: string
  /** Why `canViewAnon` is given; empty where it is not given now. */
  anonReason: string
}

const fieldOfFlag = {
  canAddUsers: 'canaddusers',
  canSeeAllData: 'canseealldata',
  canCreateRoles: 'cancreateroles',
  canViewCompletedSamples: 'canviewcompletedsamples',
  restricted: 'restricted',
} as const

/** What is stored of a role besides its rights in surveys. */
export function valuesOf(body: RoleBody): RoleValues {
  return {
    name: body.name,
    parentId: body.parentId,
    restricted: body.restricted,
    canAddUsers: body.canaddusers,
    canSeeAllData: body.canseealldata,
    canCreateRoles: body.cancreateroles,
    canViewCompletedSamples: body.canviewcompletedsamples,
  }
}

/** Throws `conflict` at `name` where another role of the universe has it, `validation` at `parentId` for a wrong parent. */
export function checkPlace(access: RoleAccess, { id, name, parentId }: RoleBody): void {
  const { roles } = access.all
  const taken = [...roles.values()].find((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
  if (taken) {
    const words = say`There is already a role "${taken.name}".`
    throw new AppError('conflict', words, { name: words })
  }
  const before = roles.get(id)
  if (before && before.parentId === parentId) return
  if (parentId === null) {
    if (access.isRoot) return
    throw wrongParent(say`Only root users may make a role without a parent. Choose your own role, or one below it.`)
  }
  if (!roles.has(parentId)) {
    const words = say`There is no such role.`
    throw new AppError('not_found', words, { parentId: words })
  }
  if (id !== 0 && lineageOf(access.all, parentId).includes(id))
    throw wrongParent(say`A role cannot be below itself, nor below one of its own children.`)
  if (!access.mayBeParent(parentId)) throw wrongParent(say`Choose your own role, or one below it.`)
}

function wrongParent(words: AppError['words']): AppError {
  return new AppError('validation', words, { parentId: words })
}

/**
 * The surveys of a save as they are stored. Throws `validation` at what a survey does not have, and at the reason that
 * is missing where `canViewAnon` is given.
 */
export function checkSurveys(
  access: RoleAccess,
  body: RoleBody,
  { models, before }: { models: readonly SurveyModel[]; before: ReadonlyMap<number, RoleSurveyRow> },
): SavedSurvey[] {
  const seen = new Set<string>()
  return body.surveyAccessList.map((entry, index) => {
    const at = (field: string, words: AppError['words']) =>
      new AppError('validation', words, { [`surveyAccessList.${index}.${field}`]: words })
    const model = models.find(({ extName }) => extName === entry.surveyExtName)
    if (!model || seen.has(model.extName))
      throw at('surveyExtName', say`There is no survey named "${entry.surveyExtName}".`)
    seen.add(model.extName)
    const stored = before.get(model.id)
    const rights = rightsOf(access, model, entry, stored)
    const problem = problemOf(model, entry)
    if (problem) throw at(problem.field, problem.words)
    const isGiven = entry.access && entry.canViewAnon && !(stored?.access && stored.rights.canViewAnon)
    if (isGiven && entry.anonReason === '')
      throw at('anonReason', say`Say why this role may see single answers of an anonymous survey.`)
    return {
      index,
      surveyId: model.id,
      extName: model.extName,
      access: entry.access,
      rights,
      anonReason: isGiven ? entry.anonReason : '',
    }
  })
}

type Entry = RoleBody['surveyAccessList'][number]

function problemOf(model: SurveyModel, entry: Entry): { field: string; words: AppError['words'] } | null {
  const views = new Set(model.views.map(({ extName }) => extName))
  const named = [
    ...entry.viewAccessList.map(({ view }) => ['viewAccessList', view] as const),
    ...entry.viewOrder.map((view) => ['viewOrder', view] as const),
    ...entry.anchorAccessList.map(({ view }) => ['anchorAccessList', view] as const),
  ]
  const gone = named.find(([, view]) => !views.has(view))
  if (gone) return { field: gone[0], words: say`The survey has no view "${gone[1]}".` }
  if (entry.access && views.size > 0 && !entry.viewAccessList.some(({ access }) => access))
    return { field: 'viewAccessList', words: say`Open at least one view, or take the access to the survey away.` }
  if (entry.startPage !== null && !model.config.pages.some(({ extname }) => extname === entry.startPage))
    return { field: 'startPage', words: say`The survey has no page "${entry.startPage}".` }
  const index = entry.viewAccessList.findIndex(({ defaultDrill }) => defaultDrill !== null && !isPath(defaultDrill))
  return index < 0
    ? null
    : {
        field: `viewAccessList.${index}.defaultDrill`,
        words: say`This is not a path. Copy it from the address of a page.`,
      }
}

function isPath(text: string): boolean {
  try {
    parsePath(text)
    return true
  } catch (error) {
    if (error instanceof PathError) return false
    throw error
  }
}

function rightsOf(
  { held }: RoleAccess,
  model: SurveyModel,
  entry: Entry,
  stored: RoleSurveyRow | undefined,
): StoredSurveyRights {
  const { access: _, surveyExtName: _name, anonReason: _reason, startPage, ...others } = entry
  const own = held?.surveys.get(model.id)
  const everyView = model.views.every(({ extName }) =>
    entry.viewAccessList.some(({ view, access, defaultDrill }) => view === extName && access && defaultDrill === null),
  )
  // Everything, without a list, includes what the survey gets later. Whoever has only a list gives no more than that.
  const keepsViews = everyView && (stored?.rights.viewAccessList ?? null) === null && (own?.views ?? null) === null
  const everyAnchor = entry.anchorAccessList.every(({ access }) => access)
  const keepsAnchors =
    everyAnchor && (stored?.rights.anchorAccessList ?? null) === null && (own?.anchors ?? null) === null
  return {
    ...others,
    startPage: startPage ?? '',
    viewAccessList: keepsViews
      ? null
      : entry.viewAccessList.map((one) => ({ ...one, defaultDrill: one.defaultDrill ?? '' })),
    anchorAccessList: keepsAnchors ? null : entry.anchorAccessList,
  }
}

/**
 * Throws `validation` at each right that the save would give although the caller does not have it. What the role had
 * before, such as from root, may stay.
 */
export function demandOwnRights(
  access: RoleAccess,
  body: RoleBody,
  { surveys, before }: { surveys: readonly SavedSurvey[]; before: ReadonlyMap<number, RoleSurveyRow> },
): void {
  const stored = access.all.roles.get(body.id)
  const earlier = stored ? excessOf(aloneSheet(stored, [...before.values()]), access.held) : []
  const had = new Set(earlier.map(keyOf))
  const more = excessOf(aloneSheet(valuesOf(body), surveys), access.held).filter((one) => !had.has(keyOf(one)))
  if (more.length === 0) return
  const fields = Object.fromEntries(
    more.map((one) => [fieldOf(one, surveys), say`You do not have this right, so you cannot give it.`]),
  )
  throw new AppError('validation', say`A role cannot be given more than you have yourself.`, fields)
}

const keyOf = ({ surveyId, right }: Excess): string => `${surveyId}/${right}`

function fieldOf(excess: Excess, surveys: readonly SavedSurvey[]): string {
  if (excess.surveyId === null) return fieldOfFlag[excess.right]
  const index = surveys.find(({ surveyId }) => surveyId === excess.surveyId)?.index ?? 0
  return `surveyAccessList.${index}.${excess.right}`
}

/** What a role would allow without its parents. */
function aloneSheet(values: Omit<RoleValues, 'parentId'>, surveys: readonly RoleSurveyRow[]): RoleSheet {
  const role = combineRoles([{ ...values, id: 0 }])
  if (!role) throw new Error('A role alone has rights of its own')
  const given = surveys.flatMap(({ surveyId, access, rights }) => {
    const combined = access ? combineSurveyRights([rights]) : null
    return combined ? [[surveyId, combined] as const] : []
  })
  return { role, surveys: new Map(given) }
}
