import type en from '#web/locales/en/later/status.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of a survey's status page. */
export const useTexts = defineLaterTexts<typeof en>('status')
