import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Categoriser } from './categories/categorise.ts'
import { readTaxonomy } from './categories/taxonomy.ts'
import type { Taxonomy } from './categories/taxonomy.ts'
import { readBackOff } from './back-off.ts'
import { lexiconSteps, readLexicon } from './read-lexicon.ts'
import type { ReadOptions } from './read-lexicon.ts'
import type { Lexicon } from './lexicon.ts'

/** Languages with a word list of their own. */
export const listedLanguages = ['en', 'sv', 'no', 'da', 'fi'] as const
export type ListedLanguage = (typeof listedLanguages)[number]

/** Languages that are judged roughly, by a short word list and general words. */
const roughLanguages = ['nl', 'de', 'fr', 'it', 'es'] as const
type RoughLanguage = (typeof roughLanguages)[number]

/** Listed languages in which general words speak where the own list is silent; in Danish they made it worse. */
const backedOff: ReadonlySet<string> = new Set(['en', 'sv', 'no', 'fi'])

export function isRough(lang: string): lang is RoughLanguage {
  return roughLanguages.some((known) => known === lang)
}

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
  return keep(lang, readLexicon(`${lang}.txt`, readFileSync(lexiconUrl(lang), 'utf8'), optionsOf(lang)))
}

/** Reads the word lists of all listed languages that are not read yet; `pause` is awaited in each step. */
export async function prepareLanguages(pause: () => Promise<void>): Promise<void> {
  for (const lang of listedLanguages) {
    if (loaded.has(lang)) continue
    const steps = lexiconSteps(`${lang}.txt`, readFileSync(lexiconUrl(lang), 'utf8'), optionsOf(lang))
    for (;;) {
      await pause()
      const { done, value } = steps.next()
      if (!done) continue
      if (!loaded.has(lang)) keep(lang, value)
      break
    }
  }
}

function optionsOf(lang: ListedLanguage): ReadOptions {
  return { backOff: backedOff.has(lang) ? readBackOff : null }
}

function keep(lang: ListedLanguage, lexicon: Lexicon): LanguageData {
  const starter = starterTaxonomies()[lang]
  const data = { lexicon, starter, categoriser: new Categoriser(starter, lexicon.endings) }
  loaded.set(lang, data)
  return data
}

let starters: Readonly<Record<ListedLanguage, Taxonomy>> | null = null

/** The starter taxonomy of each language; all have the same categories. */
export function starterTaxonomies(): Readonly<Record<ListedLanguage, Taxonomy>> {
  const read = (lang: ListedLanguage): Taxonomy => readTaxonomy(`${lang}.yaml`, readFileSync(starterUrl(lang), 'utf8'))
  starters ??= { en: read('en'), sv: read('sv'), no: read('no'), da: read('da'), fi: read('fi') }
  return starters
}

/** Changes whenever a starter taxonomy changes. */
export function starterVersion(): string {
  const hash = createHash('sha256')
  for (const lang of listedLanguages) hash.update(readFileSync(starterUrl(lang)))
  return hash.digest('hex').slice(0, 12)
}

function starterUrl(lang: string): URL {
  return new URL(`categories/starter/${lang}.yaml`, import.meta.url)
}

const roughlyLoaded = new Map<RoughLanguage, Lexicon>()

/** Word list of a language that is judged roughly, read when it is first asked for. */
export function roughLexicon(lang: RoughLanguage): Lexicon {
  const known = roughlyLoaded.get(lang)
  if (known) return known
  const lexicon = readLexicon(`${lang}.txt`, readFileSync(roughUrl(lang), 'utf8'), {
    backOff: readBackOff,
    isLastResort: false,
  })
  roughlyLoaded.set(lang, lexicon)
  return lexicon
}

/** Changes whenever a word list changes. */
export function lexiconVersion(): string {
  const hash = createHash('sha256')
  for (const url of [...listedLanguages.map(lexiconUrl), ...roughLanguages.map(roughUrl)])
    if (existsSync(url)) hash.update(readFileSync(url))
  return hash.digest('hex').slice(0, 12)
}

function lexiconUrl(lang: string): URL {
  return new URL(`lexicons/${lang}.txt`, import.meta.url)
}

function roughUrl(lang: RoughLanguage): URL {
  return new URL(`lexicons/rough/${lang}.txt`, import.meta.url)
}
