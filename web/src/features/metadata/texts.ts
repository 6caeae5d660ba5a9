import type en from '#web/locales/en/later/metadata.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of a survey's metadata. */
export const useTexts = defineLaterTexts<typeof en>('metadata')
