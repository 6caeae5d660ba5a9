import type en from '#web/locales/en/later/letters.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of letters and of the files they are shown as. */
export const useTexts = defineLaterTexts<typeof en>('letters')
