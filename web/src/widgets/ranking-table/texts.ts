import type en from '#web/locales/en/ranking.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of ranking tables. */
export const useTexts = defineTexts<typeof en>('ranking')
