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
  /** The role's users see and change their own profile only. */
  restricted: boolean
  /** The role and its ancestors, the role first. */
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
