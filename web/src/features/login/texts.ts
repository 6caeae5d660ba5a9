import type en from '#web/locales/en/login.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the login screen. */
export const useTexts = defineTexts<typeof en>('login')
