import type en from '#web/locales/en/new-survey.json'
import type shared from '#web/locales/en/imports.json'
import { defineTexts } from '#web/lib/texts.ts'

/** Texts of the page that makes a survey of a file. */
export const useTexts = defineTexts<typeof en>('new-survey')

/** Texts of files and imports that other parts use as well. */
export const useImportTexts = defineTexts<typeof shared>('imports')
