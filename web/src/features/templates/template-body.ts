import type { updateLetterTemplate } from '@gensvar/contract/letters'
import type {
  MailDesign,
  StoredTemplate,
  createSmsTemplate,
  updateSmsTemplate,
  updateTemplate,
} from '@gensvar/contract/templates'
import type { z } from 'zod'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'

/** What saving a mail's template sends. */
export type MailBody = z.input<typeof updateTemplate.body>
/** What saving the template of a text message or a call sends; its kind where it is a new one. */
export type SmsBody = z.input<typeof updateSmsTemplate.body> &
  Pick<z.input<typeof createSmsTemplate.body>, 'sendingType'>
/** What saving a letter's template sends. */
export type LetterBody = z.input<typeof updateLetterTemplate.body>
/** The form of a mail's template. */
export type MailForm = ContractForm<MailBody>

/** The design of a mail as its template stores it; an empty one where it cannot be read. */
export function designOf(text: string): MailDesign {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && 'mjml' in read && typeof read.mjml === 'string')
      return {
        mjml: read.mjml,
        preheader: 'preheader' in read && typeof read.preheader === 'string' ? read.preheader : '',
      }
  } catch {
    // The design of another program.
  }
  return { mjml: '', preheader: '' }
}

function shared({ id, name, extname, system, locale, tags, subject, version }: StoredTemplate) {
  return { id, name, extname, system, locale, tags, subject, version }
}

/** The values of the form of a mail's template. */
export function mailBodyOf(template: StoredTemplate): MailBody {
  const { design, fromName, fromEmail } = template
  const languages = template.languages.map(({ locale, subject, design: written }) => ({
    ...{ locale, subject },
    design: designOf(written),
  }))
  return { ...shared(template), design: designOf(design), languages, fromName, fromEmail }
}

/** The values of the form of a text message's template. */
export function smsBodyOf(template: StoredTemplate): SmsBody {
  const languages = template.languages.map(({ locale, subject, contents }) => ({ locale, subject, contents }))
  const kind = template.sendingType === 'PHONE' && template.id === 0 && { sendingType: 'PHONE' as const }
  return { ...shared(template), contents: template.contents, languages, ...kind }
}

/** The values of the form of a letter's template. */
export function letterBodyOf(template: StoredTemplate): LetterBody {
  const languages = template.languages.map(({ locale, contents }) => ({ locale, contents }))
  return { ...shared(template), contents: template.contents, languages }
}

/** A copy that is not stored yet: without a name, and nobody's system template. */
export function copyOf(template: StoredTemplate): StoredTemplate {
  return { ...template, id: 0, name: '', extname: '', system: false, version: 0, canEdit: true }
}
