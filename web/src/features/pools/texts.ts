import type en from '#web/locales/en/later/pools.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of pools of organisations. */
export const useTexts = defineLaterTexts<typeof en>('pools')
