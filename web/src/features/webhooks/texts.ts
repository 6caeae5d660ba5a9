import type en from '#web/locales/en/later/webhooks.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of webhooks. */
export const useTexts = defineLaterTexts<typeof en>('webhooks')
