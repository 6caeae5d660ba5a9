import type en from '#web/locales/en/later/respondents.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of data protection. */
export const useTexts = defineLaterTexts<typeof en>('respondents')
