import type { getRole, saveRole } from '@gensvar/contract/roles'
import type { z } from 'zod'
import type { Answer } from '#web/api.ts'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'

/** A role as the server answers it. */
export type RoleDetails = Answer<typeof getRole>

/** What is saved of it. */
export type RoleBody = z.input<typeof saveRole.body>

/** The form of a role. */
export type RoleForm = ContractForm<RoleBody>

/** The values of the form of a role. */
export function bodyOf({
  mayEdit: _edit,
  mayView: _view,
  mayBeTop: _top,
  parents: _parents,
  surveys: _surveys,
  ...role
}: RoleDetails): RoleBody {
  return { ...role, surveyAccessList: role.surveyAccessList.map((access) => ({ ...access, anonReason: '' })) }
}
