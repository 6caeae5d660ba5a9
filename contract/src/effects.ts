import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { effectBlock } from './entities/effects.ts'
import { nameParam } from './request-texts.ts'

/** Most questions of a block of effects. */
export const maxEffectRows = 200

const ofSurvey = z.object({ survey: nameParam })
const ofBlock = ofSurvey.extend({ effectId: z.coerce.number().int().min(0).max(2_147_483_647) })
const noQuery = z.object({})
const day = z.iso.date().max(10).nullable()
const score = z.number().min(-1_000_000).max(1_000_000)

/** A block of effects as it is kept. */
export const storedEffectBlock = effectBlock.extend({
  version: z.number().int(),
  /** The place's name; null where there is no such place any more, so that the block has no effect. */
  placeTitle: z.string().nullable(),
})

/** A block of effects as it is kept. */
export type StoredEffectBlock = z.infer<typeof storedEffectBlock>

const content = z.object({
  drillPath: z.string().min(1, 'a place is needed').max(1500),
  fromDate: day,
  toDate: day,
  fromCSI: score.nullable(),
  toCSI: score.nullable(),
  rows: z
    .array(z.object({ questionVariable: z.string().min(1).max(120), effectSize: score }))
    .min(1, 'at least one question is needed')
    .max(maxEffectRows),
  /** The version that was read; 0 for a new one. */
  version: z.int32(),
})

/** The blocks of effects of a survey, with the questions that they can name. */
export const listEffectBlocks = defineRoute({
  id: 'listEffectBlocks',
  summary: 'Blocks of effects of a survey',
  method: 'GET',
  path: '/rest/effects/list/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    blocks: z.array(storedEffectBlock),
    questions: z.array(z.object({ variable: z.string(), title: z.string() })),
    /** Whether the configuration says that these blocks are used: `effects: administration`. */
    isUsed: z.boolean(),
  }),
})

/**
 * Makes a block of effects. Errors: `validation` at `drillPath`, `toDate`, `toCSI` and `rows.N.questionVariable`.
 */
export const createEffectBlock = defineRoute({
  id: 'createEffectBlock',
  summary: 'Make a block of effects',
  method: 'POST',
  path: '/rest/effects/create/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: content,
  response: storedEffectBlock,
})

/** Saves a block of effects. Errors as for `createEffectBlock`, and `conflict` for a stale version. */
export const saveEffectBlock = defineRoute({
  id: 'saveEffectBlock',
  summary: 'Save a block of effects',
  method: 'POST',
  path: '/rest/effects/save/{survey}/{effectId}',
  permission: 'root',
  params: ofBlock,
  query: noQuery,
  body: content,
  response: storedEffectBlock,
})

/** Deletes a block of effects. */
export const removeEffectBlock = defineRoute({
  id: 'removeEffectBlock',
  summary: 'Delete a block of effects',
  method: 'DELETE',
  path: '/rest/effects/delete/{survey}/{effectId}',
  permission: 'root',
  params: ofBlock,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})
