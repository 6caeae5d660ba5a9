import { locales } from '@gensvar/contract/local-text'

/** Columns of a file of a hierarchy, in their order. Of the titles there is one for each language. */
export const hierarchyColumns = [
  'key',
  'parent',
  'level',
  'name',
  ...locales.map((locale) => `title_${locale}` as const),
  'aliases',
  'owner',
  'opens',
  'closes',
] as const

/** A column of a file of a hierarchy. */
export type HierarchyColumn = (typeof hierarchyColumns)[number]

/** Stands between the aliases of a unit. */
export const aliasSeparator = ';'

/** Texts that a spreadsheet would run as a formula have an apostrophe before them in a csv file. */
export function withoutGuard(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}
