import { useParams } from '@tanstack/react-router'
import { ServerPage } from '#web/features/server/server-page.tsx'

/** Root's page of the server: backups, the message to everybody, and settings. */
export default function Server() {
  const { survey } = useParams({ from: '/signed-in/server/$survey' })
  return <ServerPage survey={survey} />
}
