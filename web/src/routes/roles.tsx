import { useParams } from '@tanstack/react-router'
import { RolesPage } from '#web/features/roles/roles-page.tsx'

/** The roles of the universe. */
export default function Roles() {
  const { survey = '-' } = useParams({ strict: false })
  return <RolesPage survey={survey} />
}
