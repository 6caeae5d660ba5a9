import type en from '#web/locales/en/widgets.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the widgets' frame and of the pages. */
export const useTexts = defineTexts<typeof en>('widgets')
