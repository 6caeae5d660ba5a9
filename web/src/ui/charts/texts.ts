import type en from '#web/locales/en/chart.json'
import { defineTexts } from '#web/lib/texts.ts'
import type { Translate } from '#web/lib/texts.ts'

/** Texts of charts. */
export const useTexts = defineTexts<typeof en>('chart')

/** Looks up a text of charts. */
export type ChartTexts = Translate<typeof en>
