import { locales } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import { say } from '@gensvar/contract/say'
import { compileTemplate } from '#server/domain/messages/compile-template.ts'
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

type DemoTemplate = TemplateContent & { kind: 'EMAIL' | 'SMS' }

const shared = { ext_name: '', system: false, from_name: null, from_email: null }

/** Makes the demo's templates: mails and a text message, each in all languages. `origin` is our own address. */
export async function demoTemplates(origin: string): Promise<DemoTemplate[]> {
  const mails = startMails('en', 'en').map(({ name }) => demoMail(name, origin))
  return [...(await Promise.all(mails)), demoSms()]
}

async function demoMail(name: string, origin: string): Promise<DemoTemplate> {
  const versions = locales.flatMap((locale) => {
    const start = startMails(locale, locale).find((mail) => mail.name === name)
    return start ? [{ ...start, locale, design: JSON.stringify(start.design), contents: '', code: '' }] : []
  })
  const [main, ...others] = versions
  if (!main) throw new Error(`There is no mail ${name} to start from`)
  const content = { locale: main.locale, subject: main.subject, design: main.design, contents: '' }
  const languages = others.map(({ title: _title, name: _name, ...version }) => version)
  const source = { ...content, sending_type: 'EMAIL' as const, languages }
  const template = await compileTemplate(source, { origin, known })
  const codeIn = (locale: string): string => (template.kind === 'EMAIL' ? template.inLanguage(locale).code : '')
  return {
    ...{
      ...shared,
      ...content,
      kind: 'EMAIL',
      ext_name: name,
      name: main.title,
      system: name === 'thanks',
      tags: [name],
    },
    code: codeIn(main.locale),
    languages: languages.map((version) => ({ ...version, code: codeIn(version.locale) })),
  }
}

function demoSms(): DemoTemplate {
  const languages = locales.map((locale) => {
    const contents = shortMessages[locale]
    return { locale, subject: '', design: contents, contents, code: '' }
  })
  const { en: contents } = shortMessages
  return {
    ...{ ...shared, kind: 'SMS', name: 'Invitation', locale: 'en', subject: '', tags: ['invitation'] },
    ...{ design: contents, contents, code: '', languages: languages.filter(({ locale }) => locale !== 'en') },
  }
}

/** Stores templates of a universe. */
export async function writeTemplates(
  db: Kysely<Database>,
  universeId: number,
  templates: readonly DemoTemplate[],
): Promise<void> {
  for (const { kind, ...content } of templates)
    await insertTemplateRow({ db }, { universeId, kind, taken: say`in use` }, content)
}
