import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'

/** The browser's part of filters on numbers. */
export const range: FilterControl<'range'> = {
  builtInTitle: null,
  Field: fieldNamed('RangeField'),
  showsTitle: false,
  canExclude: true,
  words: ({ from, to }, { locale }) =>
    from === to ? plainNumber(from, locale) : `${plainNumber(from, locale)}–${plainNumber(to, locale)}`,
  ChipWords: null,
}

function plainNumber(value: number, locale: Locale): string {
  const text = new Intl.NumberFormat(languageTags[locale], { maximumFractionDigits: 15, useGrouping: false }).format(
    value,
  )
  return text.replace('-', '\u2212')
}
