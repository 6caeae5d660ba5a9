import { useParams } from '@tanstack/react-router'
import { UserListScreen } from '#web/features/users/user-list-screen.tsx'

/** The users of the organisation. The server says who may see them. */
export default function UserList() {
  const { survey = '-' } = useParams({ strict: false })
  return <UserListScreen survey={survey} />
}
