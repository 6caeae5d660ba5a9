import type en from '#web/locales/en/later/compare.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the comparison of two sides of a page. */
export const useTexts = defineLaterTexts<typeof en>('compare')
