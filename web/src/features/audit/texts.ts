import type en from '#web/locales/en/later/audit.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the audit log. */
export const useTexts = defineLaterTexts<typeof en>('audit')
