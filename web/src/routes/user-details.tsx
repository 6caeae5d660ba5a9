import { useParams } from '@tanstack/react-router'
import { OwnDetails } from '#web/features/users/own-details.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { NoAccess } from '#web/ui/states/states.tsx'
import NotAvailable from './not-available.tsx'

/** The user's own details; those of others are for administrators and not in this version. */
export default function UserDetails() {
  const { survey = '-', userId } = useParams({ strict: false })
  const identity = useIdentity()
  if (userId === String(identity.userId)) return <OwnDetails survey={survey} userId={Number(userId)} />
  return identity.isUserAdmin ? <NotAvailable /> : <NoAccess />
}
