import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { renderTypes } from '../entities/ranking.ts'
import { localText } from '../local-text.ts'

const longColumn = z.strictObject({
  /** Indicator, question, or a field of the response itself: `state`, `alert`, `eventdate`. */
  value: variableName,
  text: localText.optional(),
  /** Hidden until picked in the column chooser. */
  extra: z.boolean().default(false),
  align: z.enum(['left', 'center', 'right']).optional(),
  /** How the cell is drawn; by default from what the column holds. */
  renderType: z.enum(renderTypes).optional(),
  /** Of a lits column: the questions whose balls it shows, five at most. */
  of: z.array(variableName).max(5, 'a lits cell shows five balls at most').optional(),
  /** Of a link column: the address with `{variable}` places; of a lits column: the question it leads to. */
  target: z.string().optional(),
  /** Name of the cell details the cell opens. */
  detailsVariable: z.string().optional(),
})

/** A column in its long form. */
export type Column = z.infer<typeof longColumn>

/** A column: a variable, or the variable with how it is shown. */
export const column = z.union([variableName.transform((name): Column => ({ value: name, extra: false })), longColumn])
