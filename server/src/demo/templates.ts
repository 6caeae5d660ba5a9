import { locales } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import { say } from '@gensvar/contract/say'
import { compileMail } from '#server/domain/messages/compile-mail.ts'
import { startMails } from '#server/domain/messages/start-mails.ts'
import { insertTemplateRow } from '#server/domain/messages/template-store.ts'
import type { TemplateContent } from '#server/domain/messages/template-store.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Merge tags of the demo's mails. */
const known = new Set(['contact.name', 'survey.link', 'survey.organisation', 'unsubscribe.link'])

const shortMessages = {
  en: 'How was your visit? Tell us here: {{survey.link}}',
  sv: 'Hur var ditt besök? Berätta här: {{survey.link}}',
  no: 'Hvordan var besøket ditt? Fortell oss her: {{survey.link}}',
  da: 'Hvordan var dit besøg? Fortæl os her: {{survey.link}}',
  fi: 'Millainen käyntisi oli? Kerro täällä: {{survey.link}}',
} as const

/** Makes the demo's templates: mails and a text message in each language. `origin` is our own address. */
export async function demoTemplates(origin: string): Promise<(TemplateContent & { kind: 'EMAIL' | 'SMS' })[]> {
  const templates: (TemplateContent & { kind: 'EMAIL' | 'SMS' })[] = []
  for (const locale of locales) {
    for (const { name, title, subject, design } of startMails(locale, locale)) {
      const { mail } = await compileMail({ ...design, subject, locale }, { origin, known })
      templates.push({
        ...{ kind: 'EMAIL', name: `${title} (${locale})`, ext_name: '', system: name === 'thanks', locale, subject },
        ...{ tags: [name], design: JSON.stringify(design), code: mail?.code ?? '', contents: '' },
        ...{ from_name: null, from_email: null },
      })
    }
    const contents = shortMessages[locale]
    templates.push({
      ...{
        kind: 'SMS',
        name: `SMS (${locale})`,
        ext_name: '',
        system: false,
        locale,
        subject: '',
        tags: ['invitation'],
      },
      ...{ design: contents, contents, code: '', from_name: null, from_email: null },
    })
  }
  return templates
}

/** Stores templates of a universe. */
export async function writeTemplates(
  db: Kysely<Database>,
  universeId: number,
  templates: Awaited<ReturnType<typeof demoTemplates>>,
): Promise<void> {
  for (const { kind, ...content } of templates)
    await insertTemplateRow({ db }, { universeId, kind, taken: say`in use` }, content)
}
