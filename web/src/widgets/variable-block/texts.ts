import type en from '#web/locales/en/tiles.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of tiles and of the variable block. */
export const useTexts = defineTexts<typeof en>('tiles')
