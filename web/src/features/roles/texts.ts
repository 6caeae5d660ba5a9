import type en from '#web/locales/en/later/roles.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the screens of roles. */
export const useTexts = defineLaterTexts<typeof en>('roles')

/** The same outside components. */
export const text = textsOf<typeof en>('roles')
