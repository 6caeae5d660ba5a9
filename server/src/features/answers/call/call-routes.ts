import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ReceiptInbox } from '#server/domain/campaigns/receipts/receipt-inbox.ts'
import { callName } from '#server/domain/campaigns/receipts/part-name.ts'
import { noteRecording } from '#server/domain/campaigns/recordings/recording-store.ts'
import { haveFetched } from '#server/domain/campaigns/recordings/recordings-task.ts'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { readLink } from '#server/domain/campaigns/tracking/read-link.ts'
import { openContext, programContext } from '#server/domain/context.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { isPhoneSignature } from '#server/platform/phone-api.ts'
import type { PhoneSettings } from '#server/platform/phone-settings.ts'
import { readFormPairs } from '#server/platform/request-text.ts'
import type { CallInput } from './call-flow.ts'
import { openState, sealState } from './call-state.ts'
import { findCalled, isCallOf } from './call-store.ts'
import type { CalledMessage } from './call-store.ts'
import { finishCall, takeCallStep } from './calls.ts'

/** Largest request of the provider, in bytes. */
const largestRequest = 64 * 1024
/** Requests a minute: all calls come from the few addresses of one provider. */
const rateLimit = { max: 6000, timeWindow: '1 minute' }

interface CallRoute {
  Params: { token: string }
  Querystring: Record<string, string | string[]>
}

/** A request of the provider that is truly its own, about a call of ours. */
interface ProviderRequest {
  fields: ReadonlyMap<string, string>
  called: CalledMessage
  universeId: number
}

/** What became of a call, by the provider's word for it. */
const outcomes: Readonly<Record<string, { outcome: 'delivered' | 'failed'; isHard: boolean }>> = {
  completed: { outcome: 'delivered', isHard: false },
  busy: { outcome: 'failed', isHard: false },
  'no-answer': { outcome: 'failed', isHard: false },
  canceled: { outcome: 'failed', isHard: false },
  // The network knows no such number.
  failed: { outcome: 'failed', isHard: true },
}

/**
 * Answers the provider of calls: what to say and to ask in a call, what became of it, and what was recorded. Its requests are
 * signed; whatever is not, or is of another call, is refused and changes nothing.
 */
export function callRoutes(app: FastifyInstance): void {
  const { phone } = app.deps.config
  const inbox = phone && new ReceiptInbox(app.deps)
  app.addHook('onClose', () => inbox?.close())
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: largestRequest },
      async (_request: FastifyRequest, body: Buffer) => readFormPairs(body),
    )
    const options = { config: { rateLimit } }
    scope.post<CallRoute>('/call/:token', options, async (request, reply) => sendStep(request, reply))
    scope.post<CallRoute>('/call/:token/status', options, async (request, reply) => takeStatus(request, reply))
    scope.post<CallRoute>('/call/:token/recording', options, async (request, reply) => takeRecording(request, reply))
  })

  async function sendStep(request: FastifyRequest<CallRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const { fields, called, universeId } = await demandProvider(app, request)
    const secret = await addressSecret(app.deps.db, universeId)
    const at = `${configuredAddress(app.deps.config)}/call/${request.params.token}`
    const { step, state } = request.query
    const answer = await takeCallStep(openContext(app.deps, request.id), {
      ...{ called, universeId, input: inputIn(fields) },
      step: typeof step === 'string' && /^\d{1,6}$/.test(step) ? Number(step) : null,
      carried: typeof state === 'string' ? openState(secret, called.id, state) : null,
      addressOf: (next, isCarried) =>
        `${at}?step=${next.step}${isCarried ? `&state=${sealState(secret, called.id, next)}` : ''}`,
      recordingAt: (questionId) => `${at}/recording?question=${questionId}`,
    })
    return reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8').send(answer)
  }

  async function takeStatus(request: FastifyRequest<CallRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const { fields, called, universeId } = await demandProvider(app, request)
    const said = fields.get('CallStatus') ?? ''
    const end = Object.hasOwn(outcomes, said) ? outcomes[said] : undefined
    if (phone && end) {
      await finishCall(openContext(app.deps, request.id), universeId, called)
      const code = fields.get('ErrorCode') ?? fields.get('SipResponseCode') ?? ''
      await inbox?.take({
        ...{ ...end, name: callName(phone, fields.get('CallSid') ?? ''), at: app.deps.clock.now() },
        said: `${said} ${/^\d{1,6}$/.test(code) && said === 'failed' ? code : ''}`.trim(),
      })
    }
    return reply.code(204).send()
  }

  async function takeRecording(request: FastifyRequest<CallRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const { fields, called } = await demandProvider(app, request)
    const sid = recordingIn(fields)
    const model = await findSurveyModelById(app.deps, called.campaign.surveyId)
    const asked = String(request.query['question'])
    const question = [...(model?.questions.values() ?? [])].find(({ id }) => String(id) === asked)
    // In an anonymous survey nobody's voice is kept.
    if (model?.anonymity === null && question && sid !== null && fields.get('RecordingStatus') === 'completed')
      await write(programContext(app.deps, 'calls'), async (tx) => {
        const seconds = Math.min(36_000, Math.trunc(Number(fields.get('RecordingDuration') ?? 0)) || 0)
        const noted = { recipientId: called.id, questionId: question.id, sid, isWanted: false, isReady: true, seconds }
        if (await noteRecording(tx, noted)) await haveFetched(tx)
      })
    return reply.code(204).send()
  }
}

/** Throws `forbidden` for what the provider has not signed, and `not_found` for what is of no call, or of another one. */
async function demandProvider(app: FastifyInstance, request: FastifyRequest<CallRoute>): Promise<ProviderRequest> {
  const { deps } = app
  const { phone } = deps.config
  const pairs = (request.body as [string, string][] | null) ?? []
  const url = configuredAddress(deps.config) + request.raw.url
  if (!phone || !isPhoneSignature(phone.token, url, pairs, request.headers['x-twilio-signature']))
    throw new AppError('forbidden', say`This request was not signed by the provider of calls.`)
  const fields = new Map(pairs)
  const called = await calledBy(app, phone, request.params.token, fields)
  if (!called) throw new AppError('not_found', say`There is no such call.`)
  return { fields, ...called }
}

async function calledBy(
  { deps }: FastifyInstance,
  phone: PhoneSettings,
  token: string,
  fields: ReadonlyMap<string, string>,
): Promise<Pick<ProviderRequest, 'called' | 'universeId'> | null> {
  const link = await readLink(deps.db, 'call', token)
  const sid = fields.get('CallSid') ?? ''
  if (!link || fields.get('AccountSid') !== phone.account || !/^[\w-]{1,64}$/.test(sid)) return null
  const { universeId } = link
  const called = await findCalled(deps.db, universeId, link.numbers[0] ?? 0)
  if (!called) return null
  const isOwn = await write(programContext(deps, 'calls'), (tx) => isCallOf(tx, callName(phone, sid), called.id))
  return isOwn ? { called, universeId } : null
}

function inputIn(fields: ReadonlyMap<string, string>): CallInput {
  const keys = (fields.get('Digits') ?? '').slice(0, 100)
  return { keys, recording: recordingIn(fields) }
}

/** The provider's name of a recording; null for none. Its address is not called: it is asked for by this name. */
function recordingIn(fields: ReadonlyMap<string, string>): string | null {
  const last = (fields.get('RecordingUrl') ?? '').split('/').at(-1)?.split('.')[0] ?? ''
  const sid = fields.get('RecordingSid') ?? last
  return /^[\w-]{1,64}$/.test(sid) ? sid : null
}
