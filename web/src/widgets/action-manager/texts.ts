import type en from '#web/locales/en/later/action-lists.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of actions: their lists, the plan, the overview and the portfolio. */
export const useTexts = defineLaterTexts<typeof en>('action-lists')
