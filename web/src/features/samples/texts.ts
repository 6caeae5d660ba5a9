import type en from '#web/locales/en/samples.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the page of a sample. */
export const useTexts = defineTexts<typeof en>('samples')
