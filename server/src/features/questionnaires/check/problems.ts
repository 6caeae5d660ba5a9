import type { Locale } from '@gensvar/contract/local-text'
import type { Words } from '@gensvar/contract/say'

/** Something wrong with a questionnaire, at its field. */
export interface Problem {
  /** Keys and positions as the form names fields; empty for the whole. */
  path: string
  severity: 'error' | 'hint'
  words: Words
}

/** Collects what is wrong with a questionnaire. */
export class Problems {
  readonly all: Problem[] = []

  /** Something that keeps it from being published. */
  error(path: string, words: Words): void {
    this.all.push({ path, severity: 'error', words })
  }

  /** Something to think about. */
  hint(path: string, words: Words): void {
    this.all.push({ path, severity: 'hint', words })
  }
}

/** Texts by language, as a document has them. */
export type TextsByLanguage = Partial<Record<Locale, string>>

/** The text of a language; empty where it is not written. */
export function saidIn(texts: TextsByLanguage, language: Locale): string {
  return (texts[language] ?? '').trim()
}

/** A text as two are compared: without case, punctuation and space. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
