import type en from '#web/locales/en/imports.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of imports into a survey. */
export const useTexts = defineTexts<typeof en>('imports')
