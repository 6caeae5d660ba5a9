import type en from '#web/locales/en/later/server.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the page of the server. */
export const useTexts = defineLaterTexts<typeof en>('server')

/** The same outside components. */
export const text = textsOf<typeof en>('server')
