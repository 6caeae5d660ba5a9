import type en from '#web/locales/en/shell.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the frame around the pages. */
export const useTexts = defineTexts<typeof en>('shell')
