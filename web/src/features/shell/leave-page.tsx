import { IconArrowLeft } from '@tabler/icons-react'
import { useDrillPath } from '#web/lib/place.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { pageAddress, useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './leave-page.module.css'
import { useTexts } from './texts.ts'

/** On a page that hides the main menu: the link to a page that has one, the start page if it does. */
export function LeavePage() {
  const t = useTexts()
  const text = useLocalText()
  const drillPath = useDrillPath()
  const { data: start } = useSurveyStartIfAny()
  const shown = useShownPage()
  if (start === undefined || shown === undefined || !shown.hide.includes('sidebar')) return null
  const others = start.survey.pages.filter((page) => !page.hide.includes('sidebar') && page.isBuilt)
  const target = others.find((page) => page.extname === start.startPage) ?? others[0]
  if (target === undefined) return null
  return (
    <AppLink href={pageAddress(target, start.survey.extName, drillPath)} className={classes['leave']}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
      {t('leavePage', { page: text(target.title) })}
    </AppLink>
  )
}
