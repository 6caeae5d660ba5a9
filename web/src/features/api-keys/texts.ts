import type en from '#web/locales/en/later/api-keys.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of API keys. */
export const useTexts = defineLaterTexts<typeof en>('api-keys')
