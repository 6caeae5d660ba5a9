import { z } from 'zod'
import { templateRow, templateRowExample } from '../entities/templates.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'

/** Message templates. */
export const mailTemplatesList = defineWidget({
  type: 'mail-templates-list',
  title: 'Template list',
  description: 'Templates of e-mails, text messages and letters, to be made, edited and copied.',
  sizes: [8, 12],
  forAdministrators: true,
  config: z.strictObject({
    ...componentBase,
    rowsPerPage: z
      .union([z.literal(15), z.literal(30), z.literal(50), z.literal(100), z.literal(0)])
      .default(30)
      .describe('One of 15, 30, 50, 100; 0 shows all.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        /** By name; none for whoever does not administer the survey. */
        rows: z.array(templateRow),
        mayEdit: z.boolean(),
      }),
    },
  },
  example: {
    config: { id: 'mt', size: 12, rowsPerPage: 30 },
    responses: { data: { rows: [templateRowExample], mayEdit: true } },
    states: inStates((state) => ({
      data: {
        rows: {
          empty: [],
          withheld: [],
          few: [{ ...templateRowExample, subject: '', labels: [] }],
          long: longNames.map((name, at) => ({
            ...templateRowExample,
            id: 1_000_000 + at,
            name,
            subject: name.repeat(2),
            labels: [...longNames],
          })),
        }[state],
        mayEdit: state !== 'withheld',
      },
    })),
  },
})
