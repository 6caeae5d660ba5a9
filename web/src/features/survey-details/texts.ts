import type en from '#web/locales/en/later/survey-details.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the page of a survey. */
export const useTexts = defineLaterTexts<typeof en>('survey-details')
