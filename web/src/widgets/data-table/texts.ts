import type en from '#web/locales/en/later/tables.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of components with tables. */
export const useTexts = defineLaterTexts<typeof en>('tables')
