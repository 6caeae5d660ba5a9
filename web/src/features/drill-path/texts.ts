import type en from '#web/locales/en/drill-path.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the drill path bar and the search box. */
export const useTexts = defineTexts<typeof en>('drill-path')
