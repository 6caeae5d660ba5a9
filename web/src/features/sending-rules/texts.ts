import type en from '#web/locales/en/later/sending-rules.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the rules of sending. */
export const useTexts = defineLaterTexts<typeof en>('sending-rules')

/** The same outside components. */
export const text = textsOf<typeof en>('sending-rules')
