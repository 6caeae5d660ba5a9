import { MailsPage } from '#web/features/notices/mails-page.tsx'

/** Root's page of the server's mails. */
export default function Mails() {
  return <MailsPage />
}
