import type en from '#web/locales/en/interviews.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the interview page. */
export const useTexts = defineTexts<typeof en>('interviews')
