import type en from '#web/locales/en/later/drivers.json'
import { defineLaterTexts } from '#web/lib/texts.ts'
import type { Translate } from '#web/lib/texts.ts'

/** Texts of drivers: effects and priorities. */
export const useTexts = defineLaterTexts<typeof en>('drivers')

/** Looks up a text of drivers. */
export type DriverTexts = Translate<typeof en>
