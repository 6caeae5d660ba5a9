import type en from '#web/locales/en/tables.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of components with tables. */
export const useTexts = defineTexts<typeof en>('tables')
