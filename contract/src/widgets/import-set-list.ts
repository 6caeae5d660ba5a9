import { z } from 'zod'
import { importSet, importSetExample } from '../entities/imports.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** What was imported. */
export const importSetList = defineWidget({
  type: 'import-set-list',
  title: 'Import set list',
  description: 'What was imported, when and by whom; each can be undone whole.',
  sizes: [6, 8, 12],
  built: false,
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
  },
})
