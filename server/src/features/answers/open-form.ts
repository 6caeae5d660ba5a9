import { createHash, randomBytes } from 'node:crypto'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { readLink } from '#server/domain/campaigns/tracking/read-link.ts'
import { signToken } from '#server/domain/campaigns/tracking/tokens.ts'
import type { Deps } from '#server/domain/context.ts'
import type { OpenLink } from './open-link.ts'

/** Zero bits that the proof of an open form has: some tenths of a second of a phone, and much for whoever sends thousands. */
export const proofBits = 16
/** A form without proof is sent no sooner than this, in ms: nobody reads and answers faster. */
const soonest = 3000
/** A form is taken for a day. */
const longest = 86_400_000

/** What a form was sent with: nothing that we handed out, too old, too soon, or good; with or without a proof of work. */
export type FormState = { kind: 'none' } | { kind: 'old' } | { kind: 'soon' } | { kind: 'good'; hasProof: boolean }

/** What a new open form is handed out with: when it was, and a number of its own, signed. */
export async function newForm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { universeId, surveyId }: Pick<OpenLink, 'universeId' | 'surveyId'>,
): Promise<string> {
  const secret = await addressSecret(db, universeId)
  const numbers = [surveyId, Math.floor(clock.now().getTime() / 1000)]
  return signToken(secret, 'form', universeId, { numbers, text: randomBytes(9).toString('base64url') }).toString(
    'base64url',
  )
}

/** Reads what a form was handed out with, and checks the proof of work done for it. */
export async function formState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { universeId, surveyId }: Pick<OpenLink, 'universeId' | 'surveyId'>,
  { form, work }: { form: string; work: string },
): Promise<FormState> {
  const read = await readLink(db, 'form', form)
  if (!read || read.universeId !== universeId || read.numbers[0] !== surveyId) return { kind: 'none' }
  const age = clock.now().getTime() - (read.numbers[1] ?? 0) * 1000
  if (age > longest) return { kind: 'old' }
  if (isProof(form, work)) return { kind: 'good', hasProof: true }
  return age < soonest ? { kind: 'soon' } : { kind: 'good', hasProof: false }
}

/** What is kept of a form that was sent: neither when it was handed out nor to whom can be read from it. */
export function formKey(form: string): Buffer {
  return createHash('sha256').update(`used ${form}`).digest().subarray(0, 16)
}

/** Whether the hash of a form with a number found by trying has enough zero bits. */
export function isProof(form: string, work: string): boolean {
  if (!/^\d{1,12}$/.test(work)) return false
  return leadingZeros(createHash('sha256').update(`${form}:${work}`).digest()) >= proofBits
}

function leadingZeros(bytes: Buffer): number {
  const at = bytes.findIndex((byte) => byte !== 0)
  return at < 0 ? bytes.length * 8 : at * 8 + Math.clz32(bytes[at] ?? 0) - 24
}
