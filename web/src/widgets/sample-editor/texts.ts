import type en from '#web/locales/en/later/sample-editor.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the sample editor. */
export const useTexts = defineLaterTexts<typeof en>('sample-editor')
