import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { sessionStore, useIdentity, useSession } from '#web/lib/session-store.ts'
import { rememberSurvey } from '#web/lib/last-survey.ts'
import { startAddress, surveyStartQuery } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { titleWhenCut } from '#web/ui/title-when-cut.ts'
import classes from './top-bar.module.css'
import { useTexts } from './texts.ts'

/** Chooses the survey; it opens on its start page. */
export function SurveyMenu() {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const queryClient = useQueryClient()
  const { surveys } = useIdentity()
  const active = useSession((state) => state.survey)
  const [busy, setBusy] = useState(false)
  const shown = surveys.find((survey) => survey.extName === active) ?? surveys[0]

  async function choose(extName: string): Promise<void> {
    setBusy(true)
    try {
      const start = await queryClient.fetchQuery(surveyStartQuery(extName))
      rememberSurvey(extName)
      sessionStore.set({ survey: extName, drillPath: start.startPath })
      go(startAddress(start))
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Menu position="bottom-start" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes['survey']}
          aria-label={`${t('survey')}: ${text(shown?.title)}`}
          aria-busy={busy}
        >
          <span className={classes['surveyTitle']} onPointerEnter={titleWhenCut}>
            {text(shown?.title)}
          </span>
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {surveys.map((survey) => (
          <Menu.Item
            key={survey.extName}
            onClick={() => void choose(survey.extName)}
            aria-current={survey.extName === active || undefined}
            rightSection={survey.extName === active ? <IconCheck size={16} aria-hidden="true" /> : null}
          >
            {text(survey.title)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
