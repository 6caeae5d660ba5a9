import { z } from 'zod'
import { importSet, importSetExample } from '../entities/imports.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'

/** What was imported. */
export const importSetList = defineWidget({
  type: 'import-set-list',
  title: 'Import set list',
  description: 'What was imported, when and by whom; each can be undone whole.',
  sizes: [6, 8, 12],
  forAdministrators: true,
  config: z.strictObject({ ...componentBase }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        /** Newest first; none for whoever does not administer the survey. */
        importSets: z.array(importSet),
        mayRemove: z.boolean(),
      }),
    },
  },
  example: {
    config: { id: 'sets', size: 6 },
    responses: { data: { importSets: [importSetExample], mayRemove: true } },
    states: inStates((state) => ({
      data: {
        importSets: {
          empty: [],
          withheld: [],
          few: [{ ...importSetExample, ninterviews: 1, locked: 'A later import changed the same responses.' }],
          long: longNames.map((name, at) => ({
            ...importSetExample,
            id: 1_000_000 + at,
            user: `${name.replaceAll(' ', '.')}@example.org`,
            filename: `${name}.xlsx`,
            ninterviews: 1_234_567,
          })),
        }[state],
        mayRemove: state !== 'withheld',
      },
    })),
  },
})
