import type en from '#web/locales/en/later/effects.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of blocks of effects. */
export const useTexts = defineLaterTexts<typeof en>('effects')
