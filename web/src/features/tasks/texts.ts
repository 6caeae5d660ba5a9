import type en from '#web/locales/en/tasks.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the list of tasks. */
export const useTexts = defineTexts<typeof en>('tasks')
