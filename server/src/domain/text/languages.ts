import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Categoriser } from './categories/categorise.ts'
import { readTaxonomy } from './categories/taxonomy.ts'
import type { Taxonomy } from './categories/taxonomy.ts'
import { readLexicon } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'

/** Languages with a word list of their own. */
export const listedLanguages = ['en', 'sv', 'no', 'da', 'fi'] as const
export type ListedLanguage = (typeof listedLanguages)[number]

export function isListed(lang: string): lang is ListedLanguage {
  return listedLanguages.some((known) => known === lang)
}

interface LanguageData {
  lexicon: Lexicon
  starter: Taxonomy
  categoriser: Categoriser
}

const loaded = new Map<ListedLanguage, LanguageData>()

/** Word list and starter taxonomy of a language, read when they are first asked for. */
export function languageData(lang: ListedLanguage): LanguageData {
  const known = loaded.get(lang)
  if (known) return known
  const lexicon = readLexicon(`${lang}.txt`, readFileSync(lexiconUrl(lang), 'utf8'))
  const starter = readTaxonomy(
    `${lang}.yaml`,
    readFileSync(new URL(`categories/starter/${lang}.yaml`, import.meta.url), 'utf8'),
  )
  const data = { lexicon, starter, categoriser: new Categoriser(starter, lexicon.endings) }
  loaded.set(lang, data)
  return data
}

/** Changes whenever a word list changes. */
export function lexiconVersion(): string {
  const hash = createHash('sha256')
  for (const lang of listedLanguages) if (existsSync(lexiconUrl(lang))) hash.update(readFileSync(lexiconUrl(lang)))
  return hash.digest('hex').slice(0, 12)
}

function lexiconUrl(lang: string): URL {
  return new URL(`lexicons/${lang}.txt`, import.meta.url)
}
