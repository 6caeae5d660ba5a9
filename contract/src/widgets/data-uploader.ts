import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'

/** Imports spreadsheets as responses. */
export const dataUploader = defineWidget({
  type: 'data-uploader',
  title: 'Data uploader',
  description: 'Takes a spreadsheet, links its columns to fields, and imports or updates responses.',
  sizes: [6, 8, 12],
  forAdministrators: true,
  config: z.strictObject({
    ...componentBase,
    states: z.array(z.int().min(0).max(4)).min(1).default([1]).describe('States the imported rows can get.'),
    fields: z
      .array(
        z.strictObject({
          variable: variableName.describe('The question, or the field of the response.'),
          title: localText.optional().describe("Name of the field; by default the question's title."),
          mandatory: z.boolean().default(false).describe('Must be linked to a column before rows are imported.'),
        }),
      )
      .min(1, 'an uploader needs at least one field')
      .describe('What columns can be linked to.'),
  }),
  calls: {
    /** The caller's own files uploaded earlier, newest first; `getImportFile` opens one again. */
    files: {
      params: noParams,
      response: z.object({
        files: z.array(z.string()),
        /** Only administrators of the survey may import: an import changes every place of it. */
        mayImport: z.boolean(),
      }),
    },
  },
  example: {
    config: {
      id: 'up',
      size: 6,
      states: [0, 1],
      fields: [{ variable: 'email', title: { en: 'E-mail' }, mandatory: true }],
    },
    responses: { files: { files: ['customers.xlsx'], mayImport: true } },
    states: inStates((state) => ({
      files: {
        files: { empty: [], withheld: [], few: ['march.xlsx'], long: longNames.map((name) => `${name}.xlsx`) }[state],
        mayImport: state !== 'withheld',
      },
    })),
  },
})
