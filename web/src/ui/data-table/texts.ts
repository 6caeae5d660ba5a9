import type en from '#web/locales/en/table.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of data tables. */
export const useTexts = defineTexts<typeof en>('table')
