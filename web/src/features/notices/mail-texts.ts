import type en from '#web/locales/en/later/mails.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of root's page of mails. */
export const useTexts = defineLaterTexts<typeof en>('mails')
