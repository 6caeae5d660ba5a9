import type en from '#web/locales/en/mail-trackings.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of what was sent to a respondent. */
export const useTexts = defineTexts<typeof en>('mail-trackings')
