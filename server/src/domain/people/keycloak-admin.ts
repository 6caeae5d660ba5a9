import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import { callOut } from '#server/platform/egress.ts'
import type { EgressRequest, EgressResponse } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'

/** A service account at a realm of a Keycloak. */
export interface KeycloakAccount {
  /** Address of the Keycloak, without a slash at its end. */
  url: string
  realm: string
  clientId: string
  secret: string
  clock: Clock
}

/** A call to the admin API; `path` is below that of the realm. */
export interface AdminCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
}

/** What the admin API answered; `location` is the address of what was made, empty without one. */
export interface AdminAnswer {
  status: number
  body: unknown
  location: string
}

/** Timeout of one call, in ms. */
const timeout = 5000
/** Largest answer, in bytes. */
const maxBytes = 1024 * 1024
/** A token is not used in its last seconds, in ms. */
const margin = 10_000

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
const errorAnswer = z.object({ errorMessage: z.string().optional(), error: z.string().optional() })

/** Tokens of this process by account. */
const tokens = new Map<string, { token: string; until: number }>()

/** The admin API of a realm. Throws `unavailable`, in words, where it does not answer or does not let us in. */
export class KeycloakAdmin {
  private readonly account: KeycloakAccount
  private readonly key: string

  constructor(account: KeycloakAccount) {
    this.account = account
    this.key = JSON.stringify([account.url, account.realm, account.clientId])
  }

  /** Makes a call. An answer with an error is thrown unless its status is `expected`. */
  async call(call: AdminCall, expected: readonly number[] = []): Promise<AdminAnswer> {
    let answer = await this.send(call)
    // The token may have been withdrawn; a new one shows whether the account still is what it was.
    if (answer.status === 401) {
      tokens.delete(this.key)
      answer = await this.send(call)
    }
    const { status } = answer
    const body = parsed(answer)
    const { location } = answer.headers
    if (status < 300 || expected.includes(status))
      return { status, body, location: typeof location === 'string' ? location : '' }
    if (status === 401 || status === 403) throw this.lockedOut()
    const said = errorAnswer.safeParse(body).data
    const words = said?.errorMessage ?? said?.error ?? ''
    if (status === 404) throw new AppError('not_found', say`The identity provider does not know this user.`)
    throw new AppError('unavailable', say`The identity provider answered with an error (${status}): ${words}`)
  }

  private async send({ method, path, body }: AdminCall): Promise<EgressResponse> {
    const { url, realm } = this.account
    const authorization = `Bearer ${await this.token()}`
    return this.callOut({
      url: `${url}/admin/realms/${encodeURIComponent(realm)}/${path}`,
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  private async token(): Promise<string> {
    const { url, realm, clientId, secret, clock } = this.account
    const now = clock.now().getTime()
    const held = tokens.get(this.key)
    if (held && held.until > now) return held.token
    const answer = await this.callOut({
      url: `${url}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      }).toString(),
    })
    const read = answer.status === 200 ? tokenAnswer.safeParse(parsed(answer)) : null
    if (!read?.success) throw this.lockedOut()
    const { access_token: token, expires_in: seconds } = read.data
    tokens.set(this.key, { token, until: now + seconds * 1000 - margin })
    return token
  }

  private callOut(request: EgressRequest): Promise<EgressResponse> {
    // Whoever sets the address up may name one inside their network.
    return callOut({ allow: [new URL(request.url).host], allowPrivate: true, timeout, maxBytes }, request)
  }

  private lockedOut(): AppError {
    const { clientId, realm } = this.account
    return new AppError(
      'unavailable',
      say`The identity provider does not let "${clientId}" manage users of the realm "${realm}". Check the service account and its secret.`,
    )
  }
}

function parsed({ body }: EgressResponse): unknown {
  if (body.trim() === '') return null
  try {
    return JSON.parse(body) as unknown
  } catch {
    return null
  }
}
