import type en from '#web/locales/en/later/own-notices.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the user's notices: their list and the choice of them. */
export const useTexts = defineLaterTexts<typeof en>('own-notices')
