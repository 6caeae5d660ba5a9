import { useParams } from '@tanstack/react-router'
import { OtherDetails } from '#web/features/users/other-details.tsx'
import { OwnDetails } from '#web/features/users/own-details.tsx'
import { useIdentity } from '#web/lib/session-store.ts'

/** The user's own details; those of others are for whoever manages users, which the server decides. */
export default function UserDetails() {
  const { survey = '-', userId } = useParams({ strict: false })
  const identity = useIdentity()
  const id = Number(userId)
  if (id === identity.userId) return <OwnDetails survey={survey} userId={id} />
  return <OtherDetails survey={survey} userId={Number.isSafeInteger(id) ? id : -1} />
}
