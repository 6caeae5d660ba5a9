import { PathError, UNITS_NAME, UNITS_NOW, parsePath, plainText, printDrillPath } from '@gensvar/contract/drill-path'
import type { Words } from '@gensvar/contract/say'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { withoutSpan } from '#server/domain/indicators/period.ts'
import { pathViews, requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { AppError } from '#server/platform/errors.ts'

/** A place with a tile: a request for its figures, and the path that leads there, null where the reader may not go. */
export interface OpenPlace {
  kind: 'place'
  request: FigureRequest
  path: string | null
  /** The filters that the place itself is configured with. */
  own: RequestedPath['path']['filters']
}

/** A place that there is no more: what its path names, and the reason in words. */
export interface GonePlace {
  kind: 'gone'
  name: string
  why: Words
}

/**
 * A configured place under the filters and the period of a request; the place's own dates replace the page's period. It
 * can be outside of the reader's rights, because figures of such places are published ones.
 */
export async function placeOf(request: FigureRequest, text: string): Promise<OpenPlace | GonePlace> {
  const { ctx, access, requested } = request
  try {
    // The place's units are read as the page reads them.
    const reading = requested.asOf === null ? '' : `;${UNITS_NAME}=${UNITS_NOW}`
    const place = await requestedPath(ctx, access, `${text}${reading}`, { compare: true })
    const filterConditions = requested.filterConditions.filter(({ kind }) => kind !== 'units')
    const asked = place.isDated && !requested.isDated ? withoutSpan(filterConditions) : filterConditions
    const own = place.path.filters.filter(({ name }) => name !== UNITS_NAME)
    const path = { ...place.path, filters: [...own, ...requested.path.filters] }
    const names = path.place.map((token) => plainText(token) ?? '')
    // Below the last level of an anonymous survey there is nothing to see.
    const isLast = !access.canViewInterviews && place.unit?.depth === place.view?.levels.length
    const isOpen = access.places.allows(path.view, names) && !isLast
    return {
      kind: 'place',
      request: {
        ctx,
        access,
        requested: {
          ...place,
          path,
          isDated: place.isDated || requested.isDated,
          filterConditions: [...place.filterConditions, ...asked],
          conditions: [...place.conditions, ...asked],
        },
      },
      path: isOpen ? printDrillPath(path, pathViews(access)) : null,
      own,
    }
  } catch (error) {
    // A unit or a choice that was there when the block was configured.
    if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'validation')) throw error
    return { kind: 'gone', name: namesIn(text), why: error.words }
  }
}

/** What the last condition of a path names, as it is written there. */
function namesIn(text: string): string {
  try {
    return (parsePath(text).at(-1)?.values ?? []).map((value) => value.text).join(', ') || text
  } catch (error) {
    if (error instanceof PathError) return text
    throw error
  }
}
