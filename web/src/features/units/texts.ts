import type en from '#web/locales/en/later/units.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the units of hierarchies. */
export const useTexts = defineLaterTexts<typeof en>('units')
