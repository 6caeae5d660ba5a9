import { z } from 'zod'
import { templateRow, templateRowExample } from '../entities/templates.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** Message templates. */
export const mailTemplatesList = defineWidget({
  type: 'mail-templates-list',
  title: 'Template list',
  description: 'Templates of e-mails, text messages and letters, to be made, edited and copied.',
  sizes: [8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    rowsPerPage: z
      .union([z.literal(15), z.literal(30), z.literal(50), z.literal(100), z.literal(0)])
      .default(30)
      .describe('One of 15, 30, 50, 100; 0 shows all.'),
  }),
  calls: { data: { params: noParams, response: z.object({ rows: z.array(templateRow) }) } },
  example: { config: { id: 'mt', size: 12, rowsPerPage: 30 }, responses: { data: { rows: [templateRowExample] } } },
})
