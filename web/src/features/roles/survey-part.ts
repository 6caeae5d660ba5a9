import type { RoleDetails, RoleForm } from './role-body.ts'

/** A part of the form of a role that is about one survey. */
export interface SurveyPart {
  form: RoleForm
  /** Where the survey stands in the form's list. */
  index: number
  options: RoleDetails['surveys'][number]
}
