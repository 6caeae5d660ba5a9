import { SmsTemplatePage } from '#web/features/templates/sms-template-page.tsx'

/** The editor of a text message's template. */
export default function SmsTemplate() {
  return <SmsTemplatePage />
}
