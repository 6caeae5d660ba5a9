import { useParams } from '@tanstack/react-router'
import { RolePage } from '#web/features/roles/role-page.tsx'

/** The details of a role; id 0 is a new one. */
export default function Role() {
  const { survey = '-', roleId = '0' } = useParams({ strict: false })
  return <RolePage key={roleId} survey={survey} roleId={Number(roleId)} />
}
