import type en from '#web/locales/en/filters.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the filters. */
export const useTexts = defineTexts<typeof en>('filters')
