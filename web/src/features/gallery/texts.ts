import type en from '#web/locales/en/later/gallery.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the gallery. The parts of the interface are called what the code calls them. */
export const useTexts = defineLaterTexts<typeof en>('gallery')
