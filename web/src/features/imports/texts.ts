import type en from '#web/locales/en/later/new-survey.json'
import type shared from '#web/locales/en/later/imports.json'
import { defineLaterTexts } from '#web/lib/texts.ts'

/** Texts of the page that makes a survey of a file. */
export const useTexts = defineLaterTexts<typeof en>('new-survey')

/** Texts of files and imports that other parts use as well. */
export const useImportTexts = defineLaterTexts<typeof shared>('imports')
