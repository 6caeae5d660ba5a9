import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam } from './request-texts.ts'

/** Most responses in one JSON request. */
export const mostSentResponses = 1000
/** Most lines in one NDJSON request. */
export const mostSentLines = 10_000
/** Longest line of an NDJSON request, in bytes. */
export const longestSentLine = 64 * 1024
/** Largest body of an NDJSON request, in bytes. */
export const largestSentLines = 32 * 1024 * 1024
/** Media type of an NDJSON request: a response on each line. */
export const linesType = 'application/x-ndjson'
/** Header that names a request, so that sending it again does not store it again. */
export const idempotencyHeader = 'idempotency-key'
/** How long what was answered to such a request is kept at least, in hours. */
export const idempotencyHours = 24

/** An answer as it is sent: null removes the one there is. */
const sentAnswer = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(1000),
  z.null(),
])

const contactText = z.string().max(500).nullable().optional()

/** A response as programs send it. */
export const sentResponse = z.strictObject({
  id: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Name of the response where it comes from. Sending it again changes the response: answers that are not sent stay. An anonymous survey takes none.',
    ),
  date: z.iso
    .date()
    .max(10)
    .optional()
    .describe('Day of the event; today in the time zone of the survey where it is left out.'),
  state: z
    .union([z.literal(0), z.literal(1), z.literal(2)])
    .optional()
    .describe(
      '0 completed, that of a new response where it is left out, 1 new, 2 approved without a response yet; an anonymous survey takes completed ones only.',
    ),
  answers: z
    .record(nameParam, sentAnswer)
    .describe(
      "Answers by the question's variable. Of a choice its name, or the number of its code; of a level of the hierarchy the name of the unit. Null removes an answer that is there.",
    ),
  /** Who the respondent is; an anonymous survey takes none. */
  contact: z
    .strictObject({
      name: contactText,
      email: contactText,
      phone: contactText,
      language: contactText,
      street: contactText,
      postcode: contactText,
      city: contactText,
      country: contactText,
    })
    .optional(),
})

/** A response as programs send it. */
export type SentResponse = z.output<typeof sentResponse>

/** What became of one response of a request. */
export const sentResult = z.object({
  row: z.number().int().describe('Its number in the request, from 1.'),
  status: z
    .enum(['created', 'updated', 'unchanged', 'accepted', 'refused'])
    .describe(
      'accepted in an anonymous survey, where it enters the figures with its batch, unless a message says that it came too late.',
    ),
  responseId: z
    .number()
    .int()
    .nullable()
    .describe('Its number in Gensvar; null in an anonymous survey, and where it was refused.'),
  message: z
    .string()
    .optional()
    .describe(
      'Why it was refused, or that an anonymous survey counts it nowhere because the figures of its period are closed; left out otherwise.',
    ),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('What is wrong, by field, such as answers.rating; left out where it was not refused.'),
})

/**
 * Stores responses: one, a list, or with the media type `application/x-ndjson` one on each line. Each is taken or refused
 * by itself; a single one that is refused answers `validation`. Errors: `conflict` at `idempotency-key` for a key that was
 * used with another body, `too_large`.
 */
export const sendResponses = defineRoute({
  id: 'sendResponses',
  summary: 'Send responses',
  method: 'POST',
  path: '/api/v1/surveys/{survey}/responses',
  permission: 'api-key',
  takesRows: true,
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.union([sentResponse, z.array(sentResponse).min(1).max(mostSentResponses)]),
  response: z.object({
    accepted: z.number().int(),
    refused: z.number().int(),
    rows: z.array(sentResult),
  }),
})
