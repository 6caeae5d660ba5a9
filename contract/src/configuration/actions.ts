import { z } from 'zod'
import { localText } from '../local-text.ts'
import { extName, variableName } from './names.ts'

const actionableItem = z
  .strictObject({
    indicator: variableName,
    goalMin: z.number().optional(),
    goalMax: z.number().optional(),
  })
  .refine(({ goalMin, goalMax }) => goalMin === undefined || goalMax === undefined || goalMin < goalMax, {
    error: 'must be less than goalMax',
    path: ['goalMin'],
  })

/** What can be acted on, the kinds of action, and the ready-made plans made of several items. */
export const actionsConfig = z.strictObject({
  items: z
    .array(
      z.union([
        variableName.transform((name): z.infer<typeof actionableItem> => ({ indicator: name })),
        actionableItem,
      ]),
    )
    .default([]),
  kinds: z
    .array(z.strictObject({ extname: extName, title: localText }))
    .default([])
    .describe('What can be done, such as training or staffing: the portfolio tells which of them helped.'),
  compound: z
    .array(
      z.strictObject({
        title: localText,
        type: z.string().min(1).default('maintain'),
        items: z.array(
          z.strictObject({
            value: variableName,
            text: localText.optional(),
            target: z.enum(['TARGET0', 'TARGET1', 'TARGET2', 'TARGET3']),
          }),
        ),
      }),
    )
    .default([]),
})
