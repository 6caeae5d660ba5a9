import type { LocalText } from '@gensvar/contract/local-text'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import { runningSpanText } from '#server/domain/indicators/running.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'

/** The days of a component's figures, in words; empty where answers have no dates. */
export function selectionTimeOf(request: FigureRequest): { selectionTime?: LocalText } {
  if (!isDated(request.access.model)) return {}
  return { selectionTime: runningSpanText(requestedSpan(request), request.requested.today) }
}
