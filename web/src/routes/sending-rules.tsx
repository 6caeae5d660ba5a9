import { useParams } from '@tanstack/react-router'
import { SendingRulesPage } from '#web/features/sending-rules/sending-rules-page.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** By which rules the organisation sends; for its administrators. */
export default function SendingRules() {
  const { survey = '-' } = useParams({ strict: false })
  const { isUserAdmin } = useIdentity()
  return isUserAdmin ? <SendingRulesPage survey={survey} /> : <NoAccess />
}
