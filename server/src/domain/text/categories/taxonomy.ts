import { checkShape } from '@gensvar/contract/configuration/problems'
import type { ProblemPath, ShapeProblem } from '@gensvar/contract/configuration/problems'
import { say, Words } from '@gensvar/contract/say'
import { z } from 'zod'
import { readYaml } from '#server/platform/yaml-file.ts'
import { readWordPattern } from '../word-pattern.ts'
import type { WordPattern } from '../word-pattern.ts'

/** A category, compiled. */
export interface Category {
  /** Keys from the top, joined by `/`. */
  id: string
  title: string
  patterns: readonly CategoryPattern[]
  /** Where one of these matches, the category's own patterns do not count. */
  excludes: readonly CategoryPattern[]
  /** What is said whenever it is spoken of, whatever the words beside it say; undefined where they decide. */
  polarity?: 'positive' | 'negative' | undefined
}

/** One to six words in a row. */
export interface CategoryPattern {
  source: string
  words: readonly WordPattern[]
}

export type Taxonomy = readonly Category[]

/** Limits that keep a taxonomy quick to match, whatever is in it. */
const most = { categories: 300, patterns: 500, words: 6, letters: 60, depth: 4 }

/** A list, or one text with commas, in which a pattern may begin with a star without quotation marks. */
const patterns = z
  .union([z.string().max(most.patterns * 20), z.array(z.string().max(most.letters)).max(most.patterns)])
  .default([])
const key = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'a key has small letters, digits and "-", and begins with a letter')

/** A category as written. */
export interface CategorySetting {
  title?: string | undefined
  polarity?: 'positive' | 'negative' | undefined
  patterns: string | string[]
  exclude: string | string[]
  children: Record<string, CategorySetting>
}

const category: z.ZodType<CategorySetting> = z.strictObject({
  title: z.string().max(100).optional(),
  polarity: z.enum(['positive', 'negative']).optional(),
  patterns,
  exclude: patterns,
  get children() {
    return z.record(key, category).default({})
  },
})

/**
 * Reads a taxonomy in YAML: categories by their key, each with `title`, `patterns`, `exclude` and `children`. A pattern is
 * a word as in a word list, or up to six in a row; patterns are a list, or one text with commas. Throws `validation` with line and column of each problem.
 */
export function readTaxonomy(name: string, text: string): Taxonomy {
  const file = readYaml(name, text)
  const shape = checkShape(z.record(key, category), file.value)
  file.refuse(shape.problems)
  const { taxonomy, problems } = compileTaxonomy(shape.data ?? {})
  file.refuse(problems)
  return taxonomy
}

/**
 * Compiles the categories of one language. What is wrong is left out of the taxonomy and told, with its path from the top:
 * patterns that cannot be read, too many of anything, and categories too deep inside each other.
 */
export function compileTaxonomy(categories: Readonly<Record<string, CategorySetting>>): {
  taxonomy: Taxonomy
  problems: ShapeProblem[]
} {
  const found: Category[] = []
  const wrong: ShapeProblem[] = []
  const refuse = (path: ProblemPath, words: Words) =>
    wrong.push({ path, message: String(words), words, severity: 'error' })

  const compile = (given: string | string[], path: (string | number)[]): CategoryPattern[] => {
    const list = typeof given === 'string' ? given.split(',').filter((source) => source.trim() !== '') : given
    const listed = list.slice(0, most.patterns)
    if (listed.length < list.length) refuse(path, say`there are more than ${most.patterns} patterns`)
    return listed.flatMap((source, index) => {
      const read = readCategoryPattern(source)
      if (!(read instanceof Words)) return [read]
      refuse(typeof given === 'string' ? path : [...path, index], read)
      return []
    })
  }
  const walk = (settings: Readonly<Record<string, CategorySetting>>, parent: string, path: string[]): void => {
    for (const [own, setting] of Object.entries(settings)) {
      const at = [...path, own]
      const tooMany = found.length >= most.categories ? say`there are more than ${most.categories} categories` : null
      const tooDeep = at.length > 2 * most.depth ? say`categories are at most ${most.depth} deep` : null
      const words = tooMany ?? tooDeep
      if (words !== null) {
        refuse(at, words)
        return
      }
      const id = parent === '' ? own : `${parent}/${own}`
      found.push({
        id,
        title: setting.title ?? own,
        patterns: compile(setting.patterns, [...at, 'patterns']),
        excludes: compile(setting.exclude, [...at, 'exclude']),
        ...(setting.polarity && { polarity: setting.polarity }),
      })
      walk(setting.children, id, [...at, 'children'])
    }
  }
  walk(categories, '', [])
  return { taxonomy: found, problems: wrong }
}

/** Reads a pattern of one to six words. Returns what is wrong with it in words, if anything is. */
export function readCategoryPattern(source: string): CategoryPattern | Words {
  if (source.length > most.letters) return say`"${source.slice(0, 20)}..." is longer than ${most.letters} letters`
  const parts = source.trim().split(/\s+/)
  if (parts.length > most.words) return say`a pattern has at most ${most.words} words`
  const words: WordPattern[] = []
  for (const part of parts) {
    const read = readWordPattern(part)
    if (read instanceof Words) return read
    words.push(read)
  }
  return { source: source.trim(), words }
}
