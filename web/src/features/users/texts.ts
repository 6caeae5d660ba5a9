import type en from '#web/locales/en/users.json'
import { defineTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the users' screens. */
export const useTexts = defineTexts<typeof en>('users')

/** The same outside components, in the language at the time of the call. */
export const text = textsOf<typeof en>('users')
