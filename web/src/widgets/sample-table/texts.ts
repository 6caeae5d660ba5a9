import type en from '#web/locales/en/later/sample-table.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of sample tables. */
export const useTexts = defineLaterTexts<typeof en>('sample-table')
