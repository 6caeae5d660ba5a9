import type en from '#web/locales/en/sample-editor.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the sample editor. */
export const useTexts = defineTexts<typeof en>('sample-editor')
