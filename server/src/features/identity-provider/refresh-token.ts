import type Provider from 'oidc-provider'

/**
 * Wraps refresh tokens as JWTs: keycloak-js decodes them to find their expiry and throws on the provider's opaque
 * ones. The signature part is the opaque token itself, which is all the provider reads.
 */
export function readableRefreshTokens(provider: Provider): void {
  const { RefreshToken } = provider
  const save = RefreshToken.prototype.save
  RefreshToken.prototype.save = async function (this: InstanceType<typeof RefreshToken>, ...rest) {
    // While saving, `exp` is not set yet, but the remaining lifetime is.
    const exp = Math.floor(Date.now() / 1000) + this.remainingTTL
    const opaque = await save.apply(this, rest)
    return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ typ: 'Refresh', sub: this.accountId, exp })}.${opaque}`
  }
  const find = RefreshToken.find
  RefreshToken.find = function (this: typeof RefreshToken, token: string, ...rest) {
    return find.call(this, token.split('.').pop() ?? token, ...rest)
  } as typeof find
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
