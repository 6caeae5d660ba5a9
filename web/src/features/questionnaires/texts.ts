import type en from '#web/locales/en/later/questionnaires.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the questionnaire builder and of the guided start. */
export const useTexts = defineLaterTexts<typeof en>('questionnaires')

/** The same outside components. */
export const text = textsOf<typeof en>('questionnaires')
