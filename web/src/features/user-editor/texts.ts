import type en from '#web/locales/en/later/user-editor.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the administrators' user editor. */
export const useTexts = defineLaterTexts<typeof en>('user-editor')
