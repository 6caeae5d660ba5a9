import type en from '#web/locales/en/later/templates.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of message templates. */
export const useTexts = defineLaterTexts<typeof en>('templates')

/** The same outside components. */
export const text = textsOf<typeof en>('templates')
