import type en from '#web/locales/en/results.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the results block. */
export const useTexts = defineTexts<typeof en>('results')
