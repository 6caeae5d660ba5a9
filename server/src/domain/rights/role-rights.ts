import { z } from 'zod'

/** Flags of a role that hold in every survey. */
export interface RoleFlags {
  canAddUsers: boolean
  canSeeAllData: boolean
  canCreateRoles: boolean
  /** A row click opens the sample's page, not the interview's. */
  canViewCompletedSamples: boolean
}

/** A role as it takes effect: never more than its parents have. */
export interface RoleRights extends RoleFlags {
  id: number
  name: string
  /** The role's users may edit no profile but their own. */
  restricted: boolean
  /** The role and its ancestors, the role first; then the actor's, while somebody acts. Each of them must allow a thing. */
  lineage: readonly number[]
}

/** Flags of a role in one survey, by the specification's names. */
export const surveyFlags = [
  'canViewSamples',
  'canViewAnon',
  'canEditOpenPeriods',
  'canEditClosedPeriods',
  'canChangeStateOpenPeriods',
  'canChangeStateClosedPeriods',
  'canCancelSamples',
  'canPostponeSamples',
  'canAccessStatusPage',
  'canHandleAlerts',
  'canEditActions',
  'modifyUserFilters',
] as const

/** One of the flags of a role in a survey. */
export type SurveyFlag = (typeof surveyFlags)[number]

/** Flags that come with full access to a survey: all but seeing through its anonymity, which is given by name alone. */
export const usualSurveyFlags: readonly SurveyFlag[] = surveyFlags.filter((flag) => flag !== 'canViewAnon')

/** What a role may do in one survey, its parents taken into account. */
export interface SurveyRights {
  flags: Readonly<Record<SurveyFlag, boolean>>
  /** Views the role may open by ext name; null means every view. */
  views: ReadonlySet<string> | null
  /** Drill path a view opens with, by the view's ext name. */
  defaultDrills: ReadonlyMap<string, string>
  /** Order of the view tabs by ext name; views it does not name follow in the survey's order. */
  viewOrder: readonly string[]
  /** Page opened after sign-in; empty for the survey's default page. */
  startPage: string
}

/** Flags of one role as they are stored, before its parents are considered. */
export interface StoredRole extends RoleFlags {
  id: number
  name: string
  restricted: boolean
}

/** Takes a role's parents into account: a flag counts if every one of them has it. `chain` starts with the role. */
export function combineRoles(chain: readonly StoredRole[]): RoleRights | null {
  const [role] = chain
  if (!role) return null
  const all = (flag: keyof RoleFlags): boolean => chain.every((one) => one[flag])
  return {
    id: role.id,
    name: role.name,
    restricted: chain.some((one) => one.restricted),
    lineage: chain.map((one) => one.id),
    canAddUsers: all('canAddUsers'),
    canSeeAllData: all('canSeeAllData'),
    canCreateRoles: all('canCreateRoles'),
    canViewCompletedSamples: all('canViewCompletedSamples'),
  }
}

// A flag that is missing or of the wrong type is not given.
const flag = z.boolean().catch(false)

/** The `rights` column of a role's row for one survey. */
export const storedSurveyRights = z.object({
  canViewSamples: flag,
  canViewAnon: flag,
  canEditOpenPeriods: flag,
  canEditClosedPeriods: flag,
  canChangeStateOpenPeriods: flag,
  canChangeStateClosedPeriods: flag,
  canCancelSamples: flag,
  canPostponeSamples: flag,
  canAccessStatusPage: flag,
  canHandleAlerts: flag,
  canEditActions: flag,
  modifyUserFilters: flag,
  startPage: z.string().catch(''),
  viewOrder: z.array(z.string()).catch([]),
  /** Views the role is told about; without the list every view is open, with it those it names with access. */
  viewAccessList: z
    .array(z.object({ view: z.string(), access: flag, defaultDrill: z.string().catch('') }))
    .nullable()
    .default(null)
    // A list that cannot be read opens nothing.
    .catch([]),
})

/** Rights of one role in a survey as they are stored. */
export type StoredSurveyRights = z.infer<typeof storedSurveyRights>

/**
 * Rights in a survey with the role's parents taken into account: flags and views must be given by every role of the
 * chain; pages, order and drill paths come from the nearest role that names them. Null where one of them has no access.
 */
export function combineSurveyRights(chain: readonly (StoredSurveyRights | null)[]): SurveyRights | null {
  const given = chain.filter((rights) => rights !== null)
  if (given.length === 0 || given.length < chain.length) return null
  const flags = Object.fromEntries(surveyFlags.map((name) => [name, given.every((rights) => rights[name])]))
  const defaultDrills = new Map<string, string>()
  let views: ReadonlySet<string> | null = null
  for (const { viewAccessList } of given) {
    if (viewAccessList === null) continue
    const open = new Set(viewAccessList.filter((entry) => entry.access).map((entry) => entry.view))
    views = views === null ? open : sharedNames(views, open)
    for (const { view, defaultDrill } of viewAccessList)
      if (defaultDrill !== '' && !defaultDrills.has(view)) defaultDrills.set(view, defaultDrill)
  }
  return {
    flags: flags as Record<SurveyFlag, boolean>,
    views,
    defaultDrills,
    viewOrder: given.find((rights) => rights.viewOrder.length > 0)?.viewOrder ?? [],
    startPage: given.find((rights) => rights.startPage !== '')?.startPage ?? '',
  }
}

/**
 * What root may do in a survey: everything, save seeing through anonymity, which only a role can be given.
 */
export const rootSurveyRights: SurveyRights = {
  flags: Object.fromEntries(surveyFlags.map((name) => [name, usualSurveyFlags.includes(name)])) as Record<
    SurveyFlag,
    boolean
  >,
  views: null,
  defaultDrills: new Map(),
  viewOrder: [],
  startPage: '',
}

/** Names that are in both sets. */
export function sharedNames(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)))
}
