import type { MailBody, MailForm } from './template-body.ts'

/** Which version of a mail is edited: 0 is the one in the main language, the others follow. */
export type VersionAt = number

/** Paths of the form's fields that belong to one language. */
export function versionPaths(at: VersionAt) {
  const n = at - 1
  return at === 0
    ? ({ subject: 'subject', preheader: 'design.preheader', mjml: 'design.mjml' } as const)
    : ({
        subject: `languages.${n}.subject`,
        preheader: `languages.${n}.design.preheader`,
        mjml: `languages.${n}.design.mjml`,
      } as const)
}

/** A mail in one language. */
export type MailVersion = Pick<MailBody, 'locale' | 'subject' | 'design'>

/** A mail in all of its languages, the main one first. */
export function versionsOf({ locale, subject, design, languages }: MailBody): [MailVersion, ...MailVersion[]] {
  return [{ locale, subject, design }, ...languages]
}

/** Puts a start mail, or any other content, into one language of the form. */
export function fillVersion(form: MailForm, at: VersionAt, { subject, design }: Omit<MailVersion, 'locale'>): void {
  const paths = versionPaths(at)
  form.set(paths.subject, subject)
  form.set(paths.preheader, design.preheader)
  form.set(paths.mjml, design.mjml)
}
