import type en from '#web/locales/en/later/survey-list.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the list of surveys. */
export const useTexts = defineLaterTexts<typeof en>('survey-list')
