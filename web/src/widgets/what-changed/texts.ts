import type en from '#web/locales/en/later/what-changed.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of what changed where. */
export const useTexts = defineLaterTexts<typeof en>('what-changed')
