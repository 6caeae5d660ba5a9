import type en from '#web/locales/en/later/code-editor.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the code editor. */
export const useTexts = defineLaterTexts<typeof en>('code-editor')
