import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { useDrillPath } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'

/** Address of the page with all actions of the place; null where no other page has an action manager. */
export function useManagerAddress(): string | null {
  const { survey } = useSurveyStart()
  const drillPath = useDrillPath()
  const shown = useShownPage()
  const reach = useReach()
  const holds = survey.pages.filter((page) =>
    [...walkComponents([page])].some(({ component }) => component.type === 'action-manager'),
  )
  if (holds.some(({ extname }) => extname === shown?.extname)) return null
  const addresses = holds.map((page) => pageAddress(page, survey.extName, drillPath))
  return addresses.find((address) => reach(address) === null) ?? null
}
