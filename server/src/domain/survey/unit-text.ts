import { pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { blankUnit } from './unit-tree.ts'
import type { Unit } from './unit-tree.ts'

/** Title of the unit of a blank level. */
export const notStatedTitle = {
  en: 'Not stated',
  sv: 'Ej angivet',
  no: 'Ikke oppgitt',
  da: 'Ikke angivet',
  fi: 'Ei ilmoitettu',
}

/** Title of the top of a view. */
export const allTitle = { en: 'All', sv: 'Alla', no: 'Alle', da: 'Alle', fi: 'Kaikki' }

/** Name of a unit in a language. */
export function unitText(unit: Pick<Unit, 'extName' | 'titles'>, locale: Locale): string {
  if (unit.extName === blankUnit) return pickText(notStatedTitle, locale)
  return pickText(unit.titles, locale) || unit.extName
}

/** Name of a unit in every language that it has one in. */
export function unitTitle({ extName, titles }: Pick<Unit, 'extName' | 'titles'>): LocalText {
  if (extName === blankUnit) return { ...notStatedTitle }
  return Object.values(titles).some((title) => title !== '') ? { ...titles } : extName
}

/** Name of the top of a view in a language. */
export function everything(locale: Locale): string {
  return pickText(allTitle, locale)
}
