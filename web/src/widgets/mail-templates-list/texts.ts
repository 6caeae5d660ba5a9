import type en from '#web/locales/en/later/templates.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of message templates. */
export const useTexts = defineLaterTexts<typeof en>('templates')
