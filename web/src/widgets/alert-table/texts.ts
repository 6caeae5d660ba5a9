import type en from '#web/locales/en/later/alerts.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of alerts: their lists, their page and its dialogs. */
export const useTexts = defineLaterTexts<typeof en>('alerts')

/** The same outside components, where one of these is shown already. */
export const alertText = textsOf<typeof en>('alerts')
