import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'

/** The browser's part of how units are read. */
export const units: FilterControl<'units'> = {
  builtInTitle: (t) => t('units'),
  Field: fieldNamed('UnitsField'),
  showsTitle: true,
  canExclude: false,
  words: (_, { t }) => t('unitsNow'),
  unsetWords: (t) => t('unitsWere'),
  ChipWords: null,
}
