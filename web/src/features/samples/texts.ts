import type en from '#web/locales/en/later/samples.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the page of a sample. */
export const useTexts = defineLaterTexts<typeof en>('samples')
