import type en from '#web/locales/en/gallery.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the gallery. The parts of the interface are called what the code calls them. */
export const useTexts = defineTexts<typeof en>('gallery')
