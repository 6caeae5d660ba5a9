import { plainText } from '@gensvar/contract/drill-path'
import type { FigureRequest } from './figure-request.ts'

/** Whether the caller may open every response that figures at the request's place count. */
export function isOwnPlace({ access, requested }: Pick<FigureRequest, 'access' | 'requested'>): boolean {
  const place = requested.path.place.map((token) => plainText(token) ?? '')
  return access.caseScope.key === access.compareScope.key || access.places.covers(requested.path.view, place)
}
