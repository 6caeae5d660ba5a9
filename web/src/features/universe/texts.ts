import type en from '#web/locales/en/later/universe.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the settings of an organisation. */
export const useTexts = defineLaterTexts<typeof en>('universe')
