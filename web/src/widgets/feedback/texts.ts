import type en from '#web/locales/en/later/feedback.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of what comments say: overviews, categories, searches. */
export const useTexts = defineLaterTexts<typeof en>('feedback')
