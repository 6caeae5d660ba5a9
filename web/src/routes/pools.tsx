import { useParams } from '@tanstack/react-router'
import { PoolsPage } from '#web/features/pools/pools-page.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** The pools that the organisation compares itself in; for its administrators. */
export default function Pools() {
  const { survey = '-' } = useParams({ strict: false })
  const { isUserAdmin } = useIdentity()
  return isUserAdmin ? <PoolsPage survey={survey} /> : <NoAccess />
}
