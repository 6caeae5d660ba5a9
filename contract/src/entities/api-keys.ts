import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** What a key opens: 1 widget with a survey's score, 2 widget for search engines, 3 the API, 4 a big screen. */
export const apiKeyType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** A key; it is bound to the drill path. The token itself is shown once, when the key is made. */
export const apiKey = z.object({
  id: z.number().int().min(0),
  extname: z.string().min(1),
  type: apiKeyType,
  path: z.string(),
})

/** The API key with an example. */
export const apiKeyEntities = {
  ApiKey: defineEntity(apiKey, { id: 1, extname: 'lobby', type: 4, path: 'country=SE' }),
}
