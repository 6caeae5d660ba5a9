import type en from '#web/locales/en/later/message-preview.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of previews of messages. */
export const useTexts = defineLaterTexts<typeof en>('message-preview')
