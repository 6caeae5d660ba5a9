import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { callOut } from '#server/platform/egress.ts'
import type { EgressResponse } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { phoneCall } from '#server/platform/phone-api.ts'
import { listWaitingRecordings, storeRecordingRow } from './recording-store.ts'
import type { WaitingRecording } from './recording-store.ts'

/** Largest recording, in bytes: two minutes have an eighth of it. */
const largest = 4 * 1024 * 1024
/** Longest time for a recording, in ms. */
const timeout = 30_000
/** Recordings that are listed at a time. */
const together = 50
/** What cannot be fetched for so long is given up, in ms. */
const patience = 86_400_000

/**
 * Fetches the recordings that wait from the provider. They are asked for by their names alone, at the address that is set
 * up: no address that somebody sends is ever called. Returns how many were stored. Throws `unavailable` where the provider has not
 * given some of them yet, after the others.
 */
export async function fetchRecordings(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let stored = 0
  let isLeft = false
  for (let after = 0; ;) {
    const found = await listWaitingRecordings(ctx.db, after, together)
    for (const recording of found) {
      signal.throwIfAborted()
      after = recording.id
      const audio = await fetchOne(ctx, recording)
      if (audio === 'later') {
        isLeft = true
        continue
      }
      await write(ctx, (tx) => storeRecordingRow(tx, recording.id, audio))
      if (audio) stored++
    }
    if (found.length < together) break
  }
  if (isLeft) throw new AppError('unavailable', say`The provider of calls has not given some recordings yet.`)
  return stored
}

type Audio = { type: string; content: Buffer }

/** A recording; null for what cannot be played, which is not asked for again. */
async function fetchOne(ctx: Ctx, { id, sid, madeAt }: WaitingRecording): Promise<Audio | 'later' | null> {
  const isOld = ctx.clock.now().getTime() - madeAt.getTime() > patience
  const { phone } = ctx.config
  if (!phone) return isOld ? null : 'later'
  const { rules, request } = phoneCall(phone, 'GET', `Recordings/${encodeURIComponent(sid)}.mp3`)
  try {
    const audio = audioIn(await callOut({ ...rules, timeout, maxBytes: largest }, request))
    if (audio === null) ctx.log.warn({ recording: id }, 'The provider of calls gave something else than a recording')
    return audio === 'later' && isOld ? null : audio
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'too_large') {
      ctx.log.warn({ recording: id }, 'A recording of a call is too large')
      return null
    }
    return isOld ? null : 'later'
  }
}

function audioIn({ status, bytes }: EgressResponse): Audio | 'later' | null {
  // It may be made only now, or the account may be set up wrong for a while.
  if (status !== 200) return 'later'
  const type = audioType(bytes)
  return type === null ? null : { type, content: bytes }
}

/** The type of audio by its first bytes, whatever its sender calls it; null for anything else. */
export function audioType(bytes: Buffer): 'audio/mpeg' | 'audio/wav' | null {
  const start = bytes.subarray(0, 12).toString('latin1')
  if (/^RIFF[^]{4}WAVE$/.test(start)) return 'audio/wav'
  const [first = 0, second = 0] = bytes
  return start.startsWith('ID3') || (first === 0xff && (second & 0xe6) === 0xe2) ? 'audio/mpeg' : null
}
