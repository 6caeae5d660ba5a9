import type en from '#web/locales/en/later/imports.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of imports into a survey. */
export const useTexts = defineLaterTexts<typeof en>('imports')
