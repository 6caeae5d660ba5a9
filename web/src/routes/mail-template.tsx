import { MailTemplatePage } from '#web/features/templates/mail-template-page.tsx'

/** The editor of a mail's template. */
export default function MailTemplate() {
  return <MailTemplatePage />
}
