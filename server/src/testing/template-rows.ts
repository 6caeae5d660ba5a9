import type { Kysely } from 'kysely'
import { insertTemplateRow } from '#server/domain/messages/template-store.ts'
import type { TemplateContent, TemplateKind } from '#server/domain/messages/template-store.ts'
import { insertDocumentRow } from '#server/domain/letters/document-store.ts'
import { say } from '@gensvar/contract/say'
import { letterFile } from './letters.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A mail that can be sent. */
export const smallMail = {
  mjml: `<mjml><mj-body><mj-section><mj-column>
    <mj-text>Hello {{contact.name|you}}</mj-text>
    <mj-button href="{{survey.link}}">Answer</mj-button>
    <mj-text><a href="{{unsubscribe.link}}">Stop</a></mj-text>
  </mj-column></mj-section></mj-body></mjml>`,
  preheader: '',
}

/** Stores the document of a letter; returns what templates name it by. */
export async function createDocumentRow(
  db: Db,
  universeId: number,
  body = '<text:p>Dear {{contact.name|customer}}</text:p>',
): Promise<string> {
  const key = crypto.randomUUID().replaceAll('-', '')
  await insertDocumentRow({ db, clock: systemClock }, universeId, {
    key,
    name: 'letter.fodt',
    content: letterFile({ body }).toString(),
  })
  return key
}

/** Stores a template; returns its id. */
export async function createTemplateRow(
  db: Db,
  universeId: number,
  { kind = 'EMAIL', ...content }: Partial<TemplateContent> & { kind?: TemplateKind } = {},
): Promise<number> {
  const design = kind === 'EMAIL' ? JSON.stringify(smallMail) : 'Hello'
  const text = kind === 'LETTER' ? await createDocumentRow(db, universeId) : 'Hello'
  return insertTemplateRow(
    { db },
    { universeId, kind, taken: say`in use` },
    {
      ...{ name: crypto.randomUUID(), ext_name: '', system: false, locale: 'en', tags: [], subject: 'Hello' },
      ...{ code: '<p>Hello</p>', design, contents: kind === 'EMAIL' ? '' : text, from_name: null, from_email: null },
      languages: [],
      ...content,
    },
  )
}

/** Stores an image; returns its id. */
export async function createImageRow(db: Db, universeId: number, key: string = crypto.randomUUID()): Promise<number> {
  const { id } = await db
    .insertInto('template_image')
    .values({
      universe_id: universeId,
      key,
      name: 'logo.png',
      type: 'png',
      width: 1,
      height: 1,
      content: Buffer.from('x'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const shared = { locale: 'en', tags: ['invitation'], subject: 'Hello' }

/** Bodies of the calls about templates. */
export const templateBodies: Readonly<Record<string, object>> = {
  createTemplate: { ...shared, name: 'Walked', design: smallMail, fromName: null, fromEmail: null },
  updateTemplate: {
    ...shared,
    languages: [],
    name: 'Walked',
    design: smallMail,
    fromName: null,
    fromEmail: null,
    version: 1,
  },
  previewMail: { design: smallMail, subject: 'Hello', locale: 'en' },
  createSmsTemplate: { ...shared, name: 'Walked', contents: 'Hello' },
  createLetterTemplate: { ...shared, name: 'Walked' },
  updateLetterTemplate: { ...shared, languages: [], name: 'Walked', version: 1 },
  previewSms: { contents: 'Hello {{contact.name|you}}', subject: '', locale: 'en' },
  testSms: { phoneNumber: '+46 70 123 45 67', contents: 'Hello', sender: 'Shop' },
  updateSmsTemplate: { ...shared, languages: [], name: 'Walked', contents: 'Hello', version: 1 },
}

/** The body of a call that names a template in it. */
export async function templateBody(db: Db, id: string, universeId: number): Promise<object> {
  const name = crypto.randomUUID()
  if (id === 'updateTemplate') return { ...templateBodies[id], name, id: await createTemplateRow(db, universeId) }
  if (id === 'updateSmsTemplate')
    return { ...templateBodies[id], name, id: await createTemplateRow(db, universeId, { kind: 'SMS' }) }
  if (id === 'createLetterTemplate' || id === 'updateLetterTemplate') {
    const contents = await createDocumentRow(db, universeId)
    const stored =
      id === 'updateLetterTemplate' ? { id: await createTemplateRow(db, universeId, { kind: 'LETTER' }) } : {}
    return { ...templateBodies[id], ...stored, name, contents }
  }
  return { ...templateBodies[id], name }
}
