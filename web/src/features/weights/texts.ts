import type en from '#web/locales/en/later/weights.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the weights of answers. */
export const useTexts = defineLaterTexts<typeof en>('weights')
