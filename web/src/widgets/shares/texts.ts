import type en from '#web/locales/en/later/shares.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of shares of answers: lines of choices, columns of groups, distributions. */
export const useTexts = defineLaterTexts<typeof en>('shares')
