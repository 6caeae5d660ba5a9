import type en from '#web/locales/en/later/campaigns.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of campaigns. */
export const useTexts = defineLaterTexts<typeof en>('campaigns')

/** The same outside components. */
export const text = textsOf<typeof en>('campaigns')
