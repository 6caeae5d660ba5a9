import type en from '#web/locales/en/later/answer-links.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the links that anybody can answer at. */
export const useTexts = defineLaterTexts<typeof en>('answer-links')
