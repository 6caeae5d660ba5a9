import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { bigScreen } from './entities/big-screen.ts'
import { localeCode } from './local-text.ts'

/** How often a big screen asks for what it shows, in ms. */
export const screenRefetch = 5 * 60_000

/** How long a big screen shows a slide, in ms. */
export const slideTime = 8_000

/**
 * What the big screen of a key shows, without sign-in; in the organisation's language unless another one is asked for.
 * Errors: `unauthenticated` for an unknown or ended key, `forbidden` for one of another type or of a closed survey.
 */
export const getBigScreen = defineRoute({
  id: 'getBigScreen',
  summary: 'What a big screen shows',
  method: 'GET',
  path: '/rest/bigscreen/{apiKeyToken}',
  permission: 'none',
  params: z.object({ apiKeyToken: z.string().max(200) }),
  query: z.object({ lang: localeCode.optional() }),
  body: z.undefined(),
  response: bigScreen,
})
