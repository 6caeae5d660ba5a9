import { listAnswerLinks, renewAnswerLinks } from '@gensvar/contract/answering'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { ErrorBody } from '@gensvar/contract/errors'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openContext } from '#server/domain/context.ts'
import { implement } from '#server/domain/implement.ts'
import { questionnaireOf, questionsIn } from '#server/domain/questionnaire/questionnaire.ts'
import { callerOf, linkAddress } from '#server/platform/addresses.ts'
import { builtScript } from '#server/platform/built-script.ts'
import { localeOf } from '#server/platform/locale.ts'
import { sendOpenPage } from '#server/platform/open-page.ts'
import { readFormPairs } from '#server/platform/request-text.ts'
import { firstEntry } from './entry.ts'
import type { AnswerPlace, Asking } from './asking.ts'
import type { Entry } from './entry.ts'
import { callRoutes } from './call/call-routes.ts'
import { entryOf, readForm } from './form.ts'
import type { SentForm } from './form.ts'
import * as links from './links.ts'
import { formState, newForm } from './open-form.ts'
import { OpenLimits } from './open-limits.ts'
import { answerPage } from './page/page.ts'
import type { Look, ShownPage } from './page/page.ts'
import { brandOf } from './page/brand.ts'
import { closedPage, plainNotice, thanksPage, unknownAnswerPage } from './page/notices.ts'
import { openPlace, personPlace, trialPlace } from './places.ts'
import * as service from './service.ts'
import { takeStep } from './steps.ts'

/** Largest form that is read, in bytes: what is too long in it can then be told at its field. */
const largestForm = 3 * 1024 * 1024
/** Requests a minute of one caller; the people of a company may share an address. */
const rateLimit = { max: 600, timeWindow: '1 minute' }
interface AnswerParams {
  Params: { token: string }
  Querystring: Record<string, string | string[]>
}

type AnswerRequest = FastifyRequest<AnswerParams>

/** How each kind of link begins. */
const ways = ['answer', 'open', 'try'] as const
type Way = (typeof ways)[number]

/** Serves the page that a survey is answered at: it opens for whoever has its address, and works without scripts. */
export function answerRoutes(app: FastifyInstance): void {
  const limits = new OpenLimits(app.deps.clock)
  const script = builtScript(app.webFolder, 'answer-page')
  implement(app, listAnswerLinks, (ctx, { params, query }) =>
    links.listAnswerLinks(ctx, params.survey, { ...query, origin: linkAddress(app) }),
  )
  implement(app, renewAnswerLinks, (ctx, { params }) => links.renewAnswerLinks(ctx, params.survey))
  callRoutes(app)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: largestForm },
      async (_request: FastifyRequest, body: Buffer) => readFormPairs(body),
    )
    scope.addHook('preSerialization', async (request, reply, payload) =>
      reply.statusCode >= 400 ? tellError(request, reply, payload as ErrorBody) : payload,
    )
    for (const way of ways) {
      scope.get<AnswerParams>(`/${way}/:token`, { config: { rateLimit } }, (request, reply) =>
        showPage({ way, request, reply }),
      )
      scope.post<AnswerParams>(`/${way}/:token`, { config: { rateLimit } }, (request, reply) =>
        takeForm({ way, request, reply }),
      )
    }
  })

  interface Call {
    way: Way
    request: AnswerRequest
    reply: FastifyReply
  }

  const contextOf = (request: FastifyRequest) => openContext(app.deps, request.id)

  function placeOf({ way, request }: Call, withKept: boolean): Promise<AnswerPlace> {
    const ctx = contextOf(request)
    const { token } = request.params
    if (way === 'answer') return personPlace(ctx, token, { withKept })
    return way === 'open' ? openPlace(ctx, token) : trialPlace(ctx, token)
  }

  async function showPage(call: Call): Promise<FastifyReply> {
    const { request } = call
    const place = await placeOf(call, true)
    const isDone = Object.hasOwn(request.query, 'done')
    if (place.kind !== 'open' || (isDone && place.respondent.kind !== 'person')) return sendNotice(call, place, isDone)
    const entry = place.kept ?? firstEntry
    const given = givenIn(request.query, place)
    const entered = new Map([...entry.entered, ...given])
    return sendForm(call, place, { entry: { ...entry, entered }, messages: new Map(), note: null, form: null }, 200)
  }

  async function takeForm(call: Call): Promise<FastifyReply> {
    const { request, reply } = call
    const form = readForm((request.body as [string, string][] | null) ?? [])
    const place = await placeOf(call, false)
    if (place.kind !== 'open') return sendNotice(call, place, false, form.language)
    const entry = entryOf(place, form)
    if (form.act === 'keep') {
      await service.keepEntry(contextOf(request), place, entry)
      return reply.code(204).send()
    }
    const step = takeStep(place, { ...form, ...entry })
    if (step.kind === 'page') {
      const next = { ...entry, page: step.page }
      if (step.messages.size === 0) await service.keepEntry(contextOf(request), place, next)
      const { messages, note } = step
      return sendForm(
        call,
        place,
        { entry: next, messages, note, form: form.form },
        messages.size > 0 ? 422 : 200,
        form,
      )
    }
    const refused = await refusalOf(call, place, form)
    if (refused) {
      if (refused.wait > 0) reply.header('retry-after', String(refused.wait))
      const messages = new Map([['', refused.words]])
      return sendForm(
        call,
        place,
        { entry, messages, note: null, form: refused.isStale ? null : form.form },
        refused.wait > 0 ? 429 : 422,
        form,
      )
    }
    await service.storeAnswers(contextOf(request), place, step.read, form.form)
    // Loading the page again then sends nothing again.
    const query = new URLSearchParams({ done: '', ...(form.language && { lang: form.language }) }).toString()
    const kiosk = isKiosk(call) ? '&kiosk' : ''
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/${call.way}/${request.params.token}?${query}${kiosk}`, 303)
  }

  /** Why an answer of anybody is not taken yet; null where it is. */
  async function refusalOf(
    { request }: Call,
    { respondent }: Asking,
    form: SentForm,
  ): Promise<{ words: Words; wait: number; isStale?: boolean } | null> {
    if (respondent.kind !== 'anybody') return null
    const state = await formState(app.deps, respondent.link, form)
    if (state.kind === 'none' || state.kind === 'old')
      return {
        words: say`This page has been open for too long. Look through your answers and send them again.`,
        wait: 0,
        isStale: true,
      }
    if (state.kind === 'soon')
      return { words: say`That was very fast. Look through your answers and send them again.`, wait: 0 }
    const wait = limits.take(callerOf(request.ip), state.hasProof)
    if (wait === 0) return null
    return {
      words: say`Many answers came from your network just now. Yours are still here: wait a few minutes and send them again.`,
      wait,
    }
  }

  async function sendForm(
    call: Call,
    asking: Asking,
    page: ShownPage,
    status: number,
    sent: SentForm | null = null,
  ): Promise<FastifyReply> {
    const look = await lookOf(call, asking, sent?.language ?? null)
    const { respondent } = asking
    const form = respondent.kind !== 'anybody' ? null : page.form || (await newForm(app.deps, respondent.link))
    return sendOpenPage(call.reply, status, answerPage(asking, look, { ...page, form }))
  }

  async function sendNotice(
    call: Call,
    place: AnswerPlace,
    isDone: boolean,
    language: Locale | null = null,
  ): Promise<FastifyReply> {
    if (place.kind === 'unknown')
      return sendOpenPage(call.reply, 404, unknownAnswerPage({ locale: acceptedBy(call.request) }))
    const look = await lookOf(call, place, language)
    if (place.kind === 'closed') return sendOpenPage(call.reply, 410, closedPage(place.model, look))
    const thanked = call.way === 'try' ? 'trial' : isDone ? 'now' : 'again'
    const again =
      look.isKiosk || call.way === 'try'
        ? `/${call.way}/${call.request.params.token}${look.isKiosk ? '?kiosk' : ''}`
        : null
    return sendOpenPage(call.reply, 200, thanksPage(place.model, look, thanked, again))
  }

  async function lookOf(
    call: Call,
    place: Exclude<AnswerPlace, { kind: 'unknown' }>,
    language: Locale | null,
  ): Promise<Look> {
    return {
      locale: localeFor(call.request, place, language),
      brand: await brandOf(app.deps.db, place.model),
      script,
      isKiosk: isKiosk(call),
    }
  }
}

function isKiosk({ way, request }: { way: Way; request: AnswerRequest }): boolean {
  return way === 'open' && Object.hasOwn(request.query, 'kiosk')
}

function acceptedBy({ headers }: FastifyRequest): Locale {
  return localeOf(null, headers['accept-language'])
}

/** The language of a page: the one that was chosen on it, the respondent's, or one their browser asks for; of those offered. */
function localeFor(
  request: AnswerRequest,
  place: Exclude<AnswerPlace, { kind: 'unknown' }>,
  chosen: Locale | null,
): Locale {
  const { lang } = request.query
  const asked = typeof lang === 'string' && isLocale(lang) ? lang : null
  const { languages } = questionnaireOf(place.model)
  const wanted = [chosen, asked, place.locale, acceptedBy(request)].filter((locale) => locale !== null)
  const offered = wanted.filter((locale) => languages.length === 0 || languages.includes(locale))
  return offered[0] ?? languages[0] ?? 'en'
}

/** Answers that the link in the message carried (`?rating=5`). They are shown, and stored when the form is sent. */
function givenIn(query: AnswerParams['Querystring'], { questionnaire }: Asking): Entry['entered'] {
  return new Map(
    questionsIn(questionnaire.pages.flat()).flatMap(({ variable }) => {
      const given = Object.hasOwn(query, variable) ? query[variable] : undefined
      return given === undefined ? [] : [[variable, [given].flat()]]
    }),
  )
}

/** An error as a page, in the words of the API. */
function tellError(request: FastifyRequest, reply: FastifyReply, { message }: ErrorBody): string {
  reply.type('text/html; charset=utf-8').serializer(String)
  const words = say`${message} Go back to the page before: what you entered is still there.`
  return plainNotice({ locale: acceptedBy(request) }, say`This did not work`, words)
}
