import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// N = 2^15 and r = 8 take about 80 ms and 32 MB; node rejects parameters that need more than maxmem.
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

/** Hashes a password with scrypt and a random salt: `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether a password matches a hash. Without a hash it does the same work and returns false, so that the time does not
 * tell whether the user exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, Buffer.alloc(16), cost)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    ...cost,
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
