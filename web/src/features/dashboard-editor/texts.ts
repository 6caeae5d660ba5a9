import type en from '#web/locales/en/later/dashboard-editor.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the dashboard editor. */
export const useTexts = defineLaterTexts<typeof en>('dashboard-editor')

/** The same outside components. */
export const text = textsOf<typeof en>('dashboard-editor')
