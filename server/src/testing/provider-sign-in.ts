import { createHash, randomBytes } from 'node:crypto'

/** Tokens the embedded identity provider gives out. */
export interface ProviderTokens {
  access_token: string
  id_token: string
  refresh_token: string
}

/** An answer to a browser. */
export interface BrowserAnswer {
  statusCode: number
  headers: Record<string, number | string | string[] | undefined>
  cookies: { name: string; value: string }[]
  body: string
  json<T>(): T
}

/** What a browser asks: an application, as Fastify makes it, or servers that listen. */
export interface Answering {
  inject(request: {
    method: 'GET' | 'POST'
    url: string
    headers: Record<string, string>
    payload?: string
  }): Promise<BrowserAnswer>
}

/** A minimal browser for the identity provider: it keeps cookies, and redirects are followed by hand. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  private readonly app: Answering
  readonly host: string

  constructor(app: Answering, host = '127.0.0.1:8080') {
    this.app = app
    this.host = host
  }

  /** Sends a request with the cookies so far and keeps those that come back. */
  async send(method: 'GET' | 'POST', url: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await this.app.inject({
      method,
      url: url.replace(/^https?:\/\/[^/]+/, ''),
      headers: {
        host: this.host,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${this.host}` } : {}),
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    })
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

const endpoint = '/realms/gensvar/protocol/openid-connect'

/** Where the browser application asks the provider to return to. */
export function returnAddress(browser: TestBrowser): string {
  return `http://${browser.host}/`
}

/** Asks for a sign-in as keycloak-js does: authorization code with PKCE, the answer in the fragment. */
export async function askForSignIn(
  browser: TestBrowser,
  extra: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'gensvar-web',
    redirect_uri: returnAddress(browser),
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  })
  const response = await browser.send('GET', `${endpoint}/auth?${query.toString()}`, undefined, headers)
  return { response, verifier, location: String(response.headers.location ?? '') }
}

/** Follows a submitted login to the application and exchanges the code it brings. */
export async function finishSignIn(browser: TestBrowser, location: string, verifier: string): Promise<ProviderTokens> {
  const resumed = await browser.send('GET', location)
  const fragment = new URLSearchParams(String(resumed.headers.location ?? '').split('#')[1])
  const exchanged = await browser.send('POST', `${endpoint}/token`, {
    grant_type: 'authorization_code',
    client_id: 'gensvar-web',
    code: fragment.get('code') ?? '',
    redirect_uri: returnAddress(browser),
    code_verifier: verifier,
  })
  return exchanged.json<ProviderTokens>()
}

/** Signs in at the embedded provider with the given fields of the login form. */
export async function signInAtProvider(browser: TestBrowser, form: Record<string, string>): Promise<ProviderTokens> {
  const { location, verifier } = await askForSignIn(browser)
  const submitted = await browser.send('POST', location, form)
  return finishSignIn(browser, String(submitted.headers.location ?? ''), verifier)
}
