import type en from '#web/locales/en/doubts.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of what an import was not sure of. */
export const useTexts = defineTexts<typeof en>('doubts')
