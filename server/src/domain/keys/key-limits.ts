/** What is left of a key's requests at a moment. */
interface Allowance {
  left: number
  /** In ms. */
  at: number
}

/**
 * Counts requests by key: each may send as many as it has for a minute at once, and they come back evenly over the minute.
 * Kept in memory, for each server by itself; a restart resets it.
 */
export class KeyLimits {
  private readonly allowances = new Map<number, Allowance>()

  /** Counts a request at a moment (ms) and returns 0; or, where there were too many, the seconds to wait. */
  take(keyId: number, perMinute: number, now: number): number {
    const known = this.allowances.get(keyId)
    const perMs = perMinute / 60_000
    const left = known ? Math.min(perMinute, known.left + Math.max(0, now - known.at) * perMs) : perMinute
    const isEnough = left >= 1
    this.allowances.set(keyId, { left: isEnough ? left - 1 : left, at: now })
    return isEnough ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000))
  }
}
