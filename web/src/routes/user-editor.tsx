import { useParams } from '@tanstack/react-router'
import { UserEditorPage } from '#web/features/user-editor/service.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** The administrators' editor of a user; 0 is a new one. */
export default function UserEditor() {
  const { survey = '-', userId = '0' } = useParams({ strict: false })
  const { isUserAdmin } = useIdentity()
  return isUserAdmin ? <UserEditorPage key={userId} survey={survey} userId={Number(userId)} /> : <NoAccess />
}
