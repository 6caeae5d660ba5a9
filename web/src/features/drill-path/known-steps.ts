import { parseDrillPath, printDrillPath } from '@gensvar/contract/drill-path'
import type { Segment, SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import type { Place } from '#web/lib/place.ts'

/**
 * The steps to a place that has no answer yet, from what the answers for other places and pages say of its units. Null
 * where one of them is not known. Nothing is known of the units below.
 */
export function knownSteps(place: Place, answers: readonly SegmentedDrillPath[]): Segment[] | null {
  const { views } = place
  const unfiltered = (path: Pick<Place, 'view' | 'place'>): string =>
    printDrillPath({ view: path.view, place: path.place, filters: [] }, views)
  const names = new Map<string, Pick<Segment, 'text' | 'helpText' | 'entityId'>>()
  for (const { segments } of answers) {
    for (const { path, text, children, helpText, entityId } of segments) {
      names.set(unfiltered(parseDrillPath(path, views)), { text, helpText, entityId })
      for (const child of children) {
        const at = unfiltered(parseDrillPath(child.path, views))
        if (!names.has(at)) names.set(at, { text: child.text, helpText: null, entityId: null })
      }
    }
  }
  const steps: Segment[] = []
  for (let depth = 0; depth <= place.place.length; depth += 1) {
    const step = { view: place.view, place: place.place.slice(0, depth), filters: place.filters }
    const name = names.get(unfiltered(step))
    if (name === undefined) return null
    steps.push({ ...name, path: printDrillPath(step, views), children: [], isCompleted: false })
  }
  return steps
}
