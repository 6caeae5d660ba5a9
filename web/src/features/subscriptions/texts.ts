import type en from '#web/locales/en/later/subscriptions.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of subscribed reports. */
export const useTexts = defineLaterTexts<typeof en>('subscriptions')
