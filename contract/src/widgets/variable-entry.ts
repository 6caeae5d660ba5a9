import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'

const longEntry = z.strictObject({
  indicator: variableName.describe('Name of an indicator, or variable of a question.'),
  title: localText.optional().describe("Title of the tile; by default the indicator's."),
  extraVariables: z
    .array(variableName)
    .default([])
    .describe('Indicators or questions whose figures stand smaller under it.'),
})

/** A tile in its long form: the indicator, and the smaller figures under it. */
export type VariableEntry = z.infer<typeof longEntry>

/** A tile: an indicator's name, or the name with the smaller figures under it. */
export const variableEntry = z
  .union([variableName.transform((name): VariableEntry => ({ indicator: name, extraVariables: [] })), longEntry])
  .meta({ id: 'Variable' })
