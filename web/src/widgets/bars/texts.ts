import type en from '#web/locales/en/later/bars.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of changes and comparisons. */
export const useTexts = defineLaterTexts<typeof en>('bars')
