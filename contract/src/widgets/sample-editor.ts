import { z } from 'zod'
import { extName, variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'

/** A part of the sample editor. An unknown type keeps its configuration as written. */
export interface EditorPart {
  type: string
  [key: string]: unknown
}

const title = localText.optional().describe('Heading, or the text of a button.')
const partName = extName.describe('Name of the part, once in the editor.')
const state = z.int().min(0).max(4)
const button = { title }

/** Parts inside a group; looked up when first used, because a group can contain parts of any type. */
const nestedParts: z.ZodType<EditorPart[], EditorPart[]> = z.lazy(() => z.array(editorPart))

const knownPart = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('variable'),
    question: variableName.describe('The question shown for editing.'),
    optional: z.boolean().default(false).describe('It may be left empty.'),
  }),
  z.strictObject({
    type: z.literal('group'),
    title,
    justify: z
      .enum(['start', 'center', 'end', 'between', 'around'])
      .default('start')
      .describe('Where the parts stand in the width of the group.'),
    columns: z.array(z.int().min(1).max(12)).default([12]).describe('Widths of the columns, in twelfths.'),
    components: nestedParts.default([]).describe('Parts inside the group.'),
  }),
  z.strictObject({ type: z.literal('comments'), title }),
  z.strictObject({
    type: z.literal('mails'),
    title,
    relatedMailTracking: z.boolean().default(false).describe('Also mails to related samples.'),
  }),
  z.strictObject({
    type: z.literal('table'),
    tableName: variableName.describe('Name of the records in a response.'),
    title,
    columns: z
      .array(
        z.strictObject({
          extname: extName.describe('Name of the column in the records.'),
          title,
          rightAlign: z.boolean().default(false).describe('Aligned to the right, as numbers are.'),
        }),
      )
      .min(1, 'a table needs at least one column')
      .describe('Columns from left to right.'),
  }),
  z.strictObject({
    type: z.literal('header'),
    highlighted: z.array(variableName).default([]).describe('Questions that stand large at the top.'),
    main: variableName.optional().describe('Question whose answer stands first.'),
  }),
  z.strictObject({
    type: z.literal('state-button'),
    extname: partName,
    ...button,
    fromState: state.describe('State in which the button is offered.'),
    toState: state.describe('State that it sets.'),
  }),
  z.strictObject({
    type: z.literal('mail-action-button'),
    extname: partName,
    ...button,
    template: extName.describe('Name of the message template.'),
    mailVariable: variableName.describe('Question with the e-mail address.'),
    campaignName: z.string().min(1).describe('Name of the campaign that the mail is counted in.'),
    strictFiltering: z.boolean().default(false).describe("Rejects people whom the campaign's filters exclude."),
  }),
  z.strictObject({
    type: z.literal('push-campaign-button'),
    extname: partName,
    ...button,
    campaigns: z.array(extName).min(1).describe('Campaigns that can be started.'),
  }),
  z.strictObject({ type: z.literal('edit-button'), ...button }),
  z.strictObject({ type: z.literal('update-button'), ...button }),
  z.strictObject({ type: z.literal('cancel-button'), ...button }),
  z.strictObject({ type: z.literal('resend-button'), ...button }),
])

/** A part of a type that is known. */
type KnownPart = z.output<typeof knownPart>

/** A part of one of the known types. */
export type EditorPartOf<Type extends KnownPart['type']> = Extract<KnownPart, { type: Type }>

/** Whether a part of a checked configuration is of a type, which tells what it holds. */
export function isEditorPart<Type extends KnownPart['type']>(part: EditorPart, type: Type): part is EditorPartOf<Type> {
  return part.type === type
}

/** Parts from top to bottom, each before the ones inside it. */
export function* walkEditorParts(parts: readonly EditorPart[]): Generator<EditorPart> {
  for (const part of parts) {
    yield part
    if (isEditorPart(part, 'group')) yield* walkEditorParts(part.components)
  }
}

/** The types of parts. */
export const editorPartTypes = knownPart.options.map((option) => option.shape.type.value)

const unknownPart = z.looseObject({
  type: z
    .string()
    .min(1)
    .refine((type) => !(editorPartTypes as string[]).includes(type), { abort: true, params: { otherBranch: true } })
    .meta({ not: { enum: editorPartTypes } }),
})

const editorPart = z.union([knownPart, unknownPart]).meta({ id: 'SampleEditorPart' }) as unknown as z.ZodType<
  EditorPart,
  EditorPart
>

/** The parts of a sample editor from top to bottom; exactly one header, where there is any. */
export const sampleEditor = z
  .array(editorPart)
  .refine((parts) => [...walkEditorParts(parts)].filter(({ type }) => type === 'header').length <= 1, {
    error: 'the editor holds one header only',
  })
