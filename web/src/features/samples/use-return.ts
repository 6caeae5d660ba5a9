import { useDrillPath } from '#web/lib/place.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import type { SurveyStart } from '#web/lib/survey-start.ts'
import { useLeave } from '#web/lib/use-leave.ts'
import { paths } from '#web/paths.ts'

/** Where a page of a sample was opened from, as its address names it, where that is no page of the survey. */
const ownNames: Readonly<Record<string, (survey: string, drillPath: string) => string>> = {
  samplelist: paths.sampleList,
  ranking: paths.ranking,
}

/** The address of the page that a sample was opened from; the ranking where it is none that is known. */
function addressOfOrigin(start: SurveyStart, fromPage: string, drillPath: string): string {
  const { extName, pages } = start.survey
  const page = pages.find(({ extname }) => extname === fromPage)
  if (page !== undefined) return pageAddress(page, extName, drillPath)
  return (ownNames[fromPage] ?? paths.ranking)(extName, drillPath)
}

/**
 * Leads back to where the sample was opened from. Through the history, where there is one: then the list is as it was
 * left, with its page, its sorting and its scroll.
 */
export function useReturn(fromPage: string): { address: string; goBack: () => void } {
  const start = useSurveyStart()
  const lastPath = useDrillPath()
  // Whoever opens the page first has looked at no place yet.
  const address = addressOfOrigin(start, fromPage, lastPath === 'root' ? start.startPath : lastPath)
  return { address, goBack: useLeave(address) }
}
