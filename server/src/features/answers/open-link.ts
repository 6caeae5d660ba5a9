import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { readLink } from '#server/domain/campaigns/tracking/read-link.ts'
import { signToken } from '#server/domain/campaigns/tracking/tokens.ts'
import type { Deps } from '#server/domain/context.ts'

/** How somebody comes to an open link: by a link, or by a code that they photograph. */
export type OpenLinkKind = 'link' | 'qr'

/** A link that anybody may answer at. */
export interface OpenLink {
  universeId: number
  surveyId: number
  /** The place that answers are of; 0 for none. */
  unitId: number
  kind: OpenLinkKind
  /** Links of another rotation than the survey's are not valid any more. */
  rotation: number
}

/** The token of a link that anybody may answer at. */
export function openToken(secret: Buffer, { universeId, surveyId, unitId, kind, rotation }: OpenLink): string {
  const text = `${kind === 'qr' ? 'q' : 'l'}${rotation}`
  return signToken(secret, 'place', universeId, { numbers: [surveyId, unitId], text }).toString('base64url')
}

/** Reads such a token; null where it is none. */
export async function readOpenToken({ db }: Pick<Deps, 'db'>, token: string): Promise<OpenLink | null> {
  const link = await readLink(db, 'place', token)
  const said = link && /^(?<kind>[lq])(?<rotation>\d{1,9})$/.exec(link.text)?.groups
  if (!link || !said) return null
  const [surveyId = 0, unitId = 0] = link.numbers
  return {
    ...{ universeId: link.universeId, surveyId, unitId },
    kind: said['kind'] === 'q' ? 'qr' : 'link',
    rotation: Number(said['rotation']),
  }
}

/** Hours that somebody can try a survey at a link of theirs, from the end of the hour that it is made in. */
const trialHours = 24

/** The token of a link to try a survey at; nothing that is answered there is stored. */
export async function trialToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { universeId, id }: { universeId: number; id: number },
): Promise<string> {
  const until = (Math.ceil(clock.now().getTime() / 3_600_000) + trialHours) * 3600
  const secret = await addressSecret(db, universeId)
  return signToken(secret, 'trial', universeId, { numbers: [id, until], text: '' }).toString('base64url')
}

/** The survey that a trial's token is of, while it is valid; else null. */
export async function readTrialToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<{ universeId: number; surveyId: number } | null> {
  const link = await readLink(db, 'trial', token)
  const [surveyId, until = 0] = link?.numbers ?? []
  if (!link || surveyId === undefined || until * 1000 < clock.now().getTime()) return null
  return { universeId: link.universeId, surveyId }
}
