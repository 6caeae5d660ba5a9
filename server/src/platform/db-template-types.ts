import type { Generated } from 'kysely'
import type { JsonDefault, MomentNow, Optional } from './db-columns.ts'

/** A message in one language. */
export interface TemplateLanguage {
  locale: string
  subject: string
  /** HTML of a mail, with its merge tags. */
  code: string
  design: string
  contents: string
}

/** A message template of an organisation. */
export interface TemplateTable {
  id: Generated<number>
  universe_id: number
  sending_type: 'EMAIL' | 'SMS' | 'LETTER' | 'PHONE'
  name: string
  ext_name: Generated<string>
  system: Generated<boolean>
  locale: string
  tags: Generated<string[]>
  subject: Generated<string>
  code: Generated<string>
  design: Generated<string>
  contents: Generated<string>
  /** The same message in further languages. */
  languages: JsonDefault<TemplateLanguage[]>
  from_name: Optional<string>
  from_email: Optional<string>
  version: Generated<number>
  updated_at: MomentNow
}

/** The document of a letter's template, cleaned of what could load or run anything. */
export interface LetterDocumentTable {
  id: Generated<number>
  universe_id: number
  /** What templates name it by. */
  key: string
  name: string
  content: string
  created_at: MomentNow
}

/** An image that mails of an organisation show. */
export interface TemplateImageTable {
  id: Generated<number>
  universe_id: number
  key: string
  name: string
  type: 'png' | 'jpg'
  width: number
  height: number
  content: Buffer
  created_at: MomentNow
}
