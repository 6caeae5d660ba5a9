import { z } from 'zod'

/** Flags of a role for all surveys. */
export interface RoleFlags {
  canAddUsers: boolean
  canSeeAllData: boolean
  canCreateRoles: boolean
  /** A row click opens the sample's page, not the interview's. */
  canViewCompletedSamples: boolean
}

/** The flags of a role for all surveys. */
export const roleFlags = [
  'canAddUsers',
  'canSeeAllData',
  'canCreateRoles',
  'canViewCompletedSamples',
] as const satisfies readonly (keyof RoleFlags)[]

/** A role combined with its parents: it never has more rights than they do. */
export interface RoleRights extends RoleFlags {
  id: number
  name: string
  /** The role's users may edit no profile but their own. */
  restricted: boolean
  /** Ids of the role and its ancestors, then of the actor's in an impersonated session. All must grant a right. */
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

/** Flags of full access to a survey: all except `canViewAnon`, which must always be granted explicitly. */
export const usualSurveyFlags: readonly SurveyFlag[] = surveyFlags.filter((flag) => flag !== 'canViewAnon')

/** What a role, combined with its parents, may do in one survey. */
export interface SurveyRights {
  flags: Readonly<Record<SurveyFlag, boolean>>
  /** Views the role may open by ext name; null means every view. */
  views: ReadonlySet<string> | null
  /** Levels actions can be made at, as `anchorKey` writes them; null means every level. */
  anchors: ReadonlySet<string> | null
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

/** Combines a role with its parents: a flag is set if all of them have it. `chain` starts with the role. */
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

// A missing flag, or one of the wrong type, is false.
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
  /** Access by view; without the list every view is open, with it only those listed with access. */
  viewAccessList: z
    .array(z.object({ view: z.string(), access: flag, defaultDrill: z.string().catch('') }))
    .nullable()
    .default(null)
    // An invalid list opens no view.
    .catch([]),
  /** Where actions can be made, by view and level (empty for the top); without the list everywhere. */
  anchorAccessList: z
    .array(z.object({ view: z.string(), level: z.string(), access: flag }))
    .nullable()
    .default(null)
    .catch([]),
  /** Inverted: 1 keeps all notices of the survey from the role's users. */
  notifications: z.union([z.literal(0), z.literal(1)]).catch(0),
  /** Questions of alert rules that the role's users are told of; those not listed are. */
  questionNotificationList: z.array(z.object({ variable: z.string(), enabled: flag })).catch([]),
  /** Ways the role's users are told; those not listed are open. */
  notificationChannelList: z.array(z.object({ channel: z.string(), enabled: flag })).catch([]),
})

/** Rights of one role in a survey as they are stored. */
export type StoredSurveyRights = z.infer<typeof storedSurveyRights>

/**
 * Combines a role's rights in a survey with those of its parents: flags and views must be granted by every role of the
 * chain; pages, order and drill paths come from the first role that has them. Null where one of them has no access.
 */
export function combineSurveyRights(chain: readonly (StoredSurveyRights | null)[]): SurveyRights | null {
  const given = chain.filter((rights) => rights !== null)
  if (given.length === 0 || given.length < chain.length) return null
  const flags = Object.fromEntries(surveyFlags.map((name) => [name, given.every((rights) => rights[name])]))
  const defaultDrills = new Map<string, string>()
  let views: ReadonlySet<string> | null = null
  let anchors: ReadonlySet<string> | null = null
  for (const { anchorAccessList } of given) {
    if (anchorAccessList === null) continue
    anchors = sharedAnchors(
      anchors,
      new Set(anchorAccessList.filter(({ access }) => access).map(({ view, level }) => anchorKey(view, level))),
    )
  }
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
    anchors,
    defaultDrills,
    viewOrder: given.find((rights) => rights.viewOrder.length > 0)?.viewOrder ?? [],
    startPage: given.find((rights) => rights.startPage !== '')?.startPage ?? '',
  }
}

/** Root's rights in a survey: all except `canViewAnon`, which only a role can have. */
export const rootSurveyRights: SurveyRights = {
  flags: Object.fromEntries(surveyFlags.map((name) => [name, usualSurveyFlags.includes(name)])) as Record<
    SurveyFlag,
    boolean
  >,
  views: null,
  anchors: null,
  defaultDrills: new Map(),
  viewOrder: [],
  startPage: '',
}

/**
 * Rights of whoever made a survey, where their role has no access to it: those that roles which see all data get in a new
 * survey. Null for everybody else, and while they may make no surveys.
 */
export function authorRights(
  { authorId }: { authorId: number | null },
  { userId, mayCreateSurveys }: { userId: number; mayCreateSurveys: boolean },
): SurveyRights | null {
  return mayCreateSurveys && authorId === userId ? rootSurveyRights : null
}

/** A level of a view, as `SurveyRights.anchors` holds it; the level of the top is empty. */
export function anchorKey(view: string, level: string): string {
  return JSON.stringify([view, level])
}

/** The levels that both allow; null means every level. */
export function sharedAnchors(one: SurveyRights['anchors'], other: SurveyRights['anchors']): SurveyRights['anchors'] {
  return one === null || other === null ? (one ?? other) : sharedNames(one, other)
}

/** Names that are in both sets. */
export function sharedNames(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)))
}
