import type { Route } from '@gensvar/contract/define-route'
import { draftHeader } from '@gensvar/contract/draft-header'
import { say } from '@gensvar/contract/say'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { checkRank } from './authorise.ts'
import type { Identity } from './identity.ts'

/** Calls that change nothing a draft has a part in, and which pages make by themselves. */
const alsoInPreview: ReadonlySet<string> = new Set(['storePath'])

/** Calls that show a survey to those who may open it; all others show it as it is, with the header as without. */
const shown: ReadonlySet<string> = new Set(['survey', 'view-samples', 'view-interviews', 'view-campaigns'])

/**
 * The caller of a request with the draft that its header asks to be shown. Throws `forbidden` for a header of somebody who
 * may not edit dashboards, and for a call that changes something: a preview only shows.
 */
export function withDraft(
  identity: Identity,
  route: Pick<Route, 'id' | 'method' | 'permission'>,
  { headers, params }: Pick<FastifyRequest, 'headers' | 'params'>,
): Identity {
  const header = headers[draftHeader]
  if (header === undefined) return identity
  checkRank({ identity }, 'dashboard')
  if (route.method !== 'GET' && !alsoInPreview.has(route.id))
    throw new AppError('forbidden', say`A preview only shows. Close it to change something.`)
  const version = typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : 0
  if (version === 0)
    throw new AppError('validation', say`The version of a draft is a whole number.`, { draft: say`is no version` })
  const { survey } = params as Record<string, unknown>
  if (typeof survey !== 'string' || !shown.has(route.permission)) return identity
  return { ...identity, draft: { survey, version } }
}
