import type en from '#web/locales/en/overview.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the global overview. */
export const useTexts = defineTexts<typeof en>('overview')
