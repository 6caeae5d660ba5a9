import type en from '#web/locales/en/later/scripts.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the screens of scripts. */
export const useTexts = defineLaterTexts<typeof en>('scripts')

/** The same outside components. */
export const text = textsOf<typeof en>('scripts')
