import { plainText } from '@gensvar/contract/drill-path'
import type { FigureRequest } from './figure-request.ts'

/** Whether the caller may open every response that figures at the request's place count. */
export function isOwnPlace({ access, requested }: Pick<FigureRequest, 'access' | 'requested'>): boolean {
  const place = requested.path.place.map((token) => plainText(token) ?? '')
  return ownsPlace(access, requested.path.view, place)
}

/** The same of a place by the names of its units, from the top of a view. */
export function ownsPlace(
  { caseScope, compareScope, places }: FigureRequest['access'],
  view: string,
  names: readonly string[],
): boolean {
  return caseScope.key === compareScope.key || places.covers(view, names)
}
