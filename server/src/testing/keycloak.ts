import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A user as Keycloak represents them. */
interface StoredUser {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  enabled: boolean
  [more: string]: unknown
}

/** What the admin API was asked to do besides reading and writing users. */
interface KeycloakActs {
  /** Mails with required actions, by the user's name. */
  mails: { username: string; actions: unknown; query: string }[]
  /** Users whose sessions were ended. */
  loggedOut: string[]
}

/** A stand-in for a Keycloak's admin API, with the paths, statuses and bodies of its published description. */
export interface TestKeycloak extends KeycloakActs {
  url: string
  users: Map<string, StoredUser>
  /** Answers every call below `/admin` so instead, once for each entry. */
  failures: { status: number; body?: object }[]
  /** User names that are not added. */
  refused: Set<string>
  /** Leaves every call below `/admin` without an answer; `asked` is how many there were. */
  hangs: boolean
  asked: number
  /** Breaks the connections of all calls that wait. */
  drop(): void
  /** How many tokens were given. */
  tokens: number
  /** Makes tokens given so far worthless. */
  forgetTokens(): void
  /** Whether the realm lets user names be edited. */
  editUsernameAllowed: boolean
  close(): Promise<void>
}

/** The client of the service account and its secret. */
export const serviceAccount = { clientId: 'gensvar-admin', secret: 'keycloak-secret-7f3a' }

/** Starts a Keycloak of one realm, `main`. The caller closes it. */
export async function startKeycloak(): Promise<TestKeycloak> {
  const good = new Set<string>()
  const keycloak: Omit<TestKeycloak, 'url' | 'close' | 'drop'> = {
    users: new Map(),
    mails: [],
    loggedOut: [],
    failures: [],
    refused: new Set(),
    hangs: false,
    asked: 0,
    tokens: 0,
    editUsernameAllowed: true,
    forgetTokens: () => good.clear(),
  }
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => answer(keycloak as TestKeycloak, good, { request, response, body }),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return Object.assign(keycloak, { url, close, drop: () => server.closeAllConnections() })
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  body: string
}

function answer(keycloak: TestKeycloak, good: Set<string>, { request, response, body }: Exchange): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://keycloak')
  const send = (status: number, payload?: object, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
    response.end(payload === undefined ? '' : JSON.stringify(payload))
  }
  if (pathname === '/realms/main/protocol/openid-connect/token') {
    const form = new URLSearchParams(body)
    const isKnown =
      form.get('client_id') === serviceAccount.clientId && form.get('client_secret') === serviceAccount.secret
    if (!isKnown || form.get('grant_type') !== 'client_credentials')
      return send(401, {
        error: 'unauthorized_client',
        error_description: 'Invalid client or Invalid client credentials',
      })
    const token = randomUUID()
    good.add(token)
    keycloak.tokens += 1
    return send(200, { access_token: token, expires_in: 60, refresh_expires_in: 0, token_type: 'Bearer', scope: '' })
  }
  if (!good.has((request.headers.authorization ?? '').replace('Bearer ', '')))
    return send(401, { error: 'HTTP 401 Unauthorized' })
  keycloak.asked += 1
  if (keycloak.hangs) return
  const failure = keycloak.failures.shift()
  if (failure) return send(failure.status, failure.body)
  const users = '/admin/realms/main/users'
  if (pathname === users) return request.method === 'POST' ? create() : list()
  const [id = '', act] = pathname.slice(users.length + 1).split('/')
  const user = keycloak.users.get(id)
  if (!pathname.startsWith(users) || !user) return send(404, { error: 'User not found' })
  if (act === 'logout' && request.method === 'POST') {
    keycloak.loggedOut.push(user.username)
    return send(204)
  }
  if (act === 'execute-actions-email' && request.method === 'PUT') {
    if (user.email === '') return send(400, { errorMessage: 'User email missing' })
    const actions: unknown = JSON.parse(body)
    keycloak.mails.push({ username: user.username, actions, query: searchParams.toString() })
    return send(204)
  }
  if (act === undefined && request.method === 'DELETE') {
    keycloak.users.delete(id)
    return send(204)
  }
  if (act === undefined && request.method === 'GET') return send(200, user)
  if (act === undefined && request.method === 'PUT') return update(user)
  return send(405, { error: 'HTTP 405 Method Not Allowed' })

  function list(): void {
    const wanted = (searchParams.get('username') ?? '').toLowerCase()
    const isExact = searchParams.get('exact') === 'true'
    const found = [...keycloak.users.values()].filter(({ username }) =>
      isExact ? username === wanted : username.includes(wanted),
    )
    return send(200, found)
  }

  function takenBy(wanted: Partial<StoredUser>, ownId: string): string | null {
    const others = [...keycloak.users.values()].filter((one) => one.id !== ownId)
    if (others.some(({ username }) => username === wanted.username?.toLowerCase())) return 'username'
    if (wanted.email && others.some(({ email }) => email === wanted.email?.toLowerCase())) return 'email'
    return null
  }

  function create(): void {
    const wanted = JSON.parse(body) as StoredUser
    if (keycloak.refused.has(wanted.username)) return send(503, { error: 'maintenance' })
    const taken = takenBy(wanted, '')
    if (taken) return send(409, { errorMessage: `User exists with same ${taken}` })
    const made = randomUUID()
    keycloak.users.set(made, {
      ...wanted,
      id: made,
      username: wanted.username.toLowerCase(),
      email: wanted.email.toLowerCase(),
    })
    return send(201, undefined, { location: `${keycloak.url}${users}/${made}` })
  }

  function update(before: StoredUser): void {
    const wanted = JSON.parse(body) as Partial<StoredUser>
    const taken = takenBy(wanted, before.id)
    if (taken) return send(409, { errorMessage: `User exists with same ${taken}` })
    const username = keycloak.editUsernameAllowed ? (wanted.username ?? before.username) : before.username
    // Attributes that are left out are emptied.
    keycloak.users.set(before.id, {
      ...before,
      attributes: {},
      ...wanted,
      username: username.toLowerCase(),
      email: (wanted.email ?? before.email).toLowerCase(),
    })
    return send(204)
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
