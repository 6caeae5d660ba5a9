import { Button, Group, Modal, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { getAnnouncementLink } from '@gensvar/contract/surveys'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useSurveyStatus } from '#web/lib/survey-status.ts'
import type { SurveyStatus } from '#web/lib/survey-status.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'

type Announcement = SurveyStatus['announcements'][number]

/** Announcements that were opened or dismissed since the page was loaded. */
const dismissed = new Set<string>()

interface DialogProps {
  survey: string
  announcement: Announcement
  onDone: () => void
}

function AnnouncementDialog({ survey, announcement, onDone }: DialogProps) {
  const t = useAppTexts()
  const text = useLocalText()
  const open = useMutation({
    mutationFn: async () => {
      // Open the window before the call: browsers block windows that are opened later.
      const tab = window.open('', '_blank')
      try {
        const { url } = await call(getAnnouncementLink, { params: { survey, announcement: announcement.extName } })
        if (tab === null) window.location.assign(url)
        else {
          tab.opener = null
          tab.location.replace(url)
        }
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onSuccess: onDone,
  })
  return (
    <Modal
      opened
      onClose={onDone}
      size={480}
      title={<IconSpeakerphone size={20} aria-hidden="true" />}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text style={{ whiteSpace: 'pre-line' }}>{text(announcement.bodyText)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus loading={open.isPending} onClick={() => open.mutate()}>
          {text(announcement.actionText)}
        </Button>
      </Group>
    </Modal>
  )
}

/**
 * The dialog over a page when announcements exist for the survey: one after the other, each until opened or cancelled.
 */
export function Announcements() {
  const { survey } = useSurveyStart()
  const announcements = useSurveyStatus()?.announcements ?? []
  const [, setRounds] = useState(0)
  const keyOf = (announcement: Announcement) => `${survey.extName} ${announcement.extName}`
  const next = announcements.find((announcement) => !dismissed.has(keyOf(announcement)))
  if (next === undefined) return null
  return (
    <AnnouncementDialog
      key={next.extName}
      survey={survey.extName}
      announcement={next}
      onDone={() => {
        dismissed.add(keyOf(next))
        setRounds((rounds) => rounds + 1)
      }}
    />
  )
}
