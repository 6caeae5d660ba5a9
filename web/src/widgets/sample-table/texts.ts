import type en from '#web/locales/en/sample-table.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of sample tables. */
export const useTexts = defineTexts<typeof en>('sample-table')
