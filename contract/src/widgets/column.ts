import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { renderTypes } from '../entities/ranking.ts'
import { localText } from '../local-text.ts'
import { addressTemplate } from '../web-address.ts'

const longColumn = z
  .strictObject({
    value: variableName.describe(
      'Indicator, question, or a field of the response itself: `id`, `state`, `alert`, `eventdate`.',
    ),
    text: localText.optional().describe('Heading of the column; by default the title of what it shows.'),
    extra: z.boolean().default(false).describe('Hidden until picked in the column chooser.'),
    align: z
      .enum(['left', 'center', 'right'])
      .optional()
      .describe('Where the text stands in its cell; by default as suits what the column holds.'),
    renderType: z
      .enum(renderTypes)
      .optional()
      .describe('How the cell is drawn; by default from what the column holds.'),
    of: z
      .array(variableName)
      .max(5, 'a lits cell shows five balls at most')
      .optional()
      .describe('Of a lits column: the questions whose balls it shows, five at most.'),
    target: z
      .string()
      .optional()
      .describe('Of a link column: the address with `{variable}` places; of a lits column: the question it leads to.'),
    detailsVariable: z.string().optional().describe('Name of the cell details the cell opens.'),
  })
  .superRefine(({ renderType, target }, { addIssue }) => {
    if (renderType !== 'link' || target === undefined) return
    for (const { message } of addressTemplate.safeParse(target).error?.issues ?? [])
      addIssue({ code: 'custom', path: ['target'], message })
  })

/** A column in its long form. */
export type Column = z.infer<typeof longColumn>

/** A column: a variable, or the variable with how it is shown. */
export const column = z
  .union([variableName.transform((name): Column => ({ value: name, extra: false })), longColumn])
  .meta({ id: 'Column' })
