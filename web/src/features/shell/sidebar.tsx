import { Tooltip } from '@mantine/core'
import {
  IconFileUpload,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
} from '@tabler/icons-react'
import { useDrillPath } from '#web/lib/place.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { pageAddress, useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import { useSession } from '#web/lib/session-store.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { useKeptSide } from '#web/lib/side.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { IconByName } from '#web/ui/icon.tsx'
import classes from './sidebar.module.css'
import { useTexts } from './texts.ts'

interface Props {
  /** Icons only, with the titles as tooltips. */
  narrow?: boolean
  /** Hides the button that makes the sidebar narrow or wide. */
  fixed?: boolean
  onToggle?: () => void
  onSupport: () => void
  /** Called after a page was chosen; closes the drawer. */
  onChosen?: () => void
}

/** The survey's pages with icon and title, and the support link. */
export function Sidebar({ narrow = false, fixed = false, onToggle, onSupport, onChosen }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const drillPath = useDrillPath()
  const keptSide = useKeptSide()
  const { data: start } = useSurveyStartIfAny()
  const mayCreateSurveys = useSession((state) => state.identity?.mayCreateSurveys === true)
  const survey = useSession((state) => state.survey) ?? '-'
  const shown = useShownPage()
  const pages = start?.survey.pages ?? []
  return (
    <div className={classes['sidebar']} data-narrow={narrow || undefined}>
      <nav aria-label={t('pages')} className={classes['pages']}>
        {pages.map((page) => (
          <Tooltip key={page.extname} label={text(page.title)} position="right" disabled={!narrow}>
            <AppLink
              href={keptSide(page, pageAddress(page, start?.survey.extName ?? '-', drillPath))}
              className={classes['entry']}
              aria-current={page.extname === shown?.extname ? 'page' : undefined}
              aria-label={narrow ? text(page.title) : undefined}
              onClick={onChosen}
            >
              <IconByName name={page.icon} />
              {!narrow && <span className={classes['title']}>{text(page.title)}</span>}
            </AppLink>
          </Tooltip>
        ))}
      </nav>
      <div className={classes['foot']}>
        {mayCreateSurveys && (
          <Tooltip label={t('newQuestionnaire')} position="right" disabled={!narrow}>
            <AppLink
              href={paths.newQuestionnaire(survey)}
              className={classes['entry']}
              aria-label={narrow ? t('newQuestionnaire') : undefined}
              onClick={onChosen}
            >
              <IconByName name="clipboard" />
              {!narrow && <span className={classes['title']}>{t('newQuestionnaire')}</span>}
            </AppLink>
          </Tooltip>
        )}
        {mayCreateSurveys && (
          <Tooltip label={t('ownData')} position="right" disabled={!narrow}>
            <AppLink
              href={paths.newSurvey(survey)}
              className={classes['entry']}
              aria-label={narrow ? t('ownData') : undefined}
              onClick={onChosen}
            >
              <IconFileUpload size={18} stroke={1.75} aria-hidden="true" />
              {!narrow && <span className={classes['title']}>{t('ownData')}</span>}
            </AppLink>
          </Tooltip>
        )}
        <Tooltip label={t('support')} position="right" disabled={!narrow}>
          <button
            type="button"
            className={classes['entry']}
            onClick={onSupport}
            aria-label={narrow ? t('support') : undefined}
          >
            <IconLifebuoy size={18} stroke={1.75} aria-hidden="true" />
            {!narrow && <span className={classes['title']}>{t('support')}</span>}
          </button>
        </Tooltip>
        {!fixed && (
          <Tooltip label={narrow ? t('widenSidebar') : t('narrowSidebar')} position="right" disabled={!narrow}>
            <button
              type="button"
              className={classes['entry']}
              onClick={onToggle}
              aria-label={narrow ? t('widenSidebar') : t('narrowSidebar')}
            >
              {narrow ? (
                <IconLayoutSidebarLeftExpand size={18} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} aria-hidden="true" />
              )}
              {!narrow && <span className={classes['title']}>{t('narrowSidebar')}</span>}
            </button>
          </Tooltip>
        )}
      </div>
    </div>
  )
}
