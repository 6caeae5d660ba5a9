import type en from '#web/locales/en/later/action-dialog.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the dialog of an action. */
export const useTexts = defineLaterTexts<typeof en>('action-dialog')

/** The same outside of components. */
export const dialogText = textsOf<typeof en>('action-dialog')
