import type en from '#web/locales/en/users.json'
import { defineTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the users' screens. */
export const useTexts = defineTexts<typeof en>('users')

/** The same in the language shown at the moment of asking. */
export const text = textsOf<typeof en>('users')
