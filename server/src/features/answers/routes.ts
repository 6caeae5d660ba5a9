import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openContext } from '#server/domain/context.ts'
import { localeOf } from '#server/platform/locale.ts'
import { sendOpenPage } from '#server/platform/open-page.ts'
import { readFormPairs } from '#server/platform/request-text.ts'
import { answerPage, closedPage, enteredIn, pageLocale, thanksPage, unknownAnswerPage } from './page.ts'
import * as service from './service.ts'
import type { AnswerPlace, Entered } from './service.ts'

/** Largest form, in bytes: a page of open answers. */
const largestForm = 512 * 1024
/** Requests a minute of one caller; the people of a company may share an address. */
const rateLimit = { max: 300, timeWindow: '1 minute' }

interface AnswerParams {
  Params: { token: string }
  Querystring: Record<string, string | string[]>
}

/** Serves the page that a survey is answered at: it opens for whoever has its address, and works without scripts. */
export function answerRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: largestForm },
      async (_request: FastifyRequest, body: Buffer) => readFormPairs(body),
    )
    scope.get<AnswerParams>('/answer/:token', { config: { rateLimit } }, async (request, reply) => {
      const place = await placeOf(request)
      const locale = localeFor(request, place)
      if (place.kind !== 'open') return sendNotice(reply, place, locale)
      return sendOpenPage(reply, 200, answerPage(place, locale, { entered: givenIn(request.query, place) }))
    })
    scope.post<AnswerParams>('/answer/:token', { config: { rateLimit } }, async (request, reply) => {
      const place = await placeOf(request)
      const locale = localeFor(request, place)
      if (place.kind !== 'open') return sendNotice(reply, place, locale)
      const entered = enteredIn((request.body as [string, string][] | null) ?? [])
      const answered = await service.answer(openContext(app.deps, request.id), place, entered)
      if (answered.kind === 'wrong')
        return sendOpenPage(reply, 422, answerPage(place, locale, { entered, messages: answered.messages }))
      // Loading the page again then sends nothing again.
      return reply.header('cache-control', 'no-store').redirect(`/answer/${request.params.token}`, 303)
    })
  })

  const placeOf = (request: FastifyRequest<AnswerParams>): Promise<AnswerPlace> =>
    service.answerPlace(openContext(app.deps, request.id), request.params.token)
}

function localeFor(request: FastifyRequest, place: AnswerPlace) {
  return pageLocale(place, localeOf(null, request.headers['accept-language']))
}

function sendNotice(
  reply: FastifyReply,
  place: Exclude<AnswerPlace, { kind: 'open' }>,
  locale: ReturnType<typeof localeFor>,
): FastifyReply {
  if (place.kind === 'unknown') return sendOpenPage(reply, 404, unknownAnswerPage(locale))
  if (place.kind === 'closed') return sendOpenPage(reply, 410, closedPage(place.model, locale))
  return sendOpenPage(reply, 200, thanksPage(place.model, locale))
}

/** Answers that the link in the message carried (`?rating=5`). They are shown, and stored when the form is sent. */
function givenIn(query: AnswerParams['Querystring'], { questions }: Extract<AnswerPlace, { kind: 'open' }>): Entered {
  return new Map(
    questions.flatMap(({ variable }) => {
      const given = Object.hasOwn(query, variable) ? query[variable] : undefined
      return given === undefined ? [] : [[variable, [given].flat()]]
    }),
  )
}
