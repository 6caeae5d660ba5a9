import { useSessionStorage } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useFormat } from '#web/lib/format.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useSurveyStatus } from '#web/lib/survey-status.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './doubts-notice.module.css'
import { useTexts } from './texts.ts'

/**
 * Tells an administrator on the survey's pages how many doubts of imports are open. Once hidden it stays away in this
 * window, unless there are more than there were.
 */
export function DoubtsNotice() {
  const t = useTexts()
  const format = useFormat()
  const { survey, rights } = useSurveyStart()
  const { extName } = survey
  const page = useShownPage()
  const open = useSurveyStatus()?.openDoubts ?? 0
  const [hidden, setHidden] = useSessionStorage({
    key: `gensvar-doubts-hidden ${extName}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  })
  if (!rights.canAdministrate || page === undefined || open <= hidden) return null
  return (
    <div className={classes['notice']} role="status">
      <span>{t('notice', { count: open, n: format.number(open) })}</span>
      <AppLink href={paths.doubtList(extName)}>{t('decide')}</AppLink>
      <button
        type="button"
        className={classes['hide']}
        aria-label={t('hide')}
        title={t('hide')}
        onClick={() => setHidden(open)}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
