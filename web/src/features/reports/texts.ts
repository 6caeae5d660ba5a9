import type en from '#web/locales/en/reports.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of reports and their downloads. */
export const useTexts = defineTexts<typeof en>('reports')
