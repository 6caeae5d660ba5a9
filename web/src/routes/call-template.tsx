import { SmsTemplatePage } from '#web/features/templates/sms-template-page.tsx'

/** The editor of the template of a phone call. */
export default function CallTemplate() {
  return <SmsTemplatePage kind="PHONE" />
}
