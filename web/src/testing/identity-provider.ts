const clientId = 'gensvar-web'

function part(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function token(claims: object): string {
  return `${part({ alg: 'RS256' })}.${part(claims)}.signature`
}

/** Tokens as the identity provider's token endpoint returns them, valid for `seconds`. */
function tokens(seconds: number, nonce: string, round: number): object {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iat: now, exp: now + seconds, azp: clientId, sub: 'anna', nonce, round }
  return {
    access_token: token({ ...claims, typ: 'Bearer' }),
    id_token: token({ ...claims, typ: 'ID' }),
    refresh_token: token({ ...claims, typ: 'Refresh', exp: now + 3600 }),
    token_type: 'Bearer',
    expires_in: seconds,
  }
}

/**
 * Puts the identity provider's answer for a user into the URL, as after a login there, and mocks its token endpoint.
 * `asked` lists the requested grant types.
 */
export function loggedInAtProvider(seconds = 300): {
  asked: string[]
  elsewhere: (request: Request) => Promise<Response | null>
} {
  const [state, nonce] = ['state-of-test', 'nonce-of-test']
  const waiting = {
    state,
    nonce,
    redirectUri: `${location.origin}/`,
    pkceCodeVerifier: 'verifier',
    expires: Date.now() + 60_000,
  }
  localStorage.setItem(`kc-callback-${state}`, JSON.stringify(waiting))
  history.replaceState(history.state, '', `#state=${state}&session_state=s&code=c`)
  const asked: string[] = []
  return {
    asked,
    async elsewhere(request) {
      if (!request.url.endsWith('/protocol/openid-connect/token')) return null
      asked.push(new URLSearchParams(await request.text()).get('grant_type') ?? '')
      return Response.json(tokens(seconds, nonce, asked.length))
    },
  }
}

/** Puts the identity provider's answer "nobody is logged in" into the URL. */
export function unknownToProvider(): void {
  history.replaceState(history.state, '', '#state=state-of-test&error=login_required')
}
