import type en from '#web/locales/en/later/tasks.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the list of tasks. */
export const useTexts = defineLaterTexts<typeof en>('tasks')
