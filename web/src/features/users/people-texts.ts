import type en from '#web/locales/en/later/people.json'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the screens where users are managed. */
export const usePeopleTexts = defineLaterTexts<typeof en>('people')

/** The same outside components, in the language at the time of the call. */
export const peopleText = textsOf<typeof en>('people')
