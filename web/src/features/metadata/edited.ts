import type { Metadata, MetadataChoice, MetadataGroup, MetadataQuestion } from '@gensvar/contract/metadata'
import type { Locale } from '@gensvar/contract/local-text'

/** What is being edited; a group or a choice is null while it is added. */
export type Edited =
  | { kind: 'group'; group: MetadataGroup | null }
  | { kind: 'question'; question: MetadataQuestion }
  | { kind: 'choice'; question: MetadataQuestion; choice: MetadataChoice | null }

/** What a form needs to know besides. */
export interface EditorProps {
  survey: string
  metadata: Metadata
  opened: boolean
  onClose: () => void
  /** Fetches what is shown again; the dialog is closed afterwards. */
  onSaved: () => Promise<void>
}

/** A text with a field for each language of the organisation, and those it has besides. */
export function textFields(text: Readonly<Partial<Record<Locale, string>>>, locales: readonly Locale[]) {
  return { ...Object.fromEntries(locales.map((locale) => [locale, ''])), ...text }
}
