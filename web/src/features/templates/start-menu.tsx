import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StartTemplate } from '@gensvar/contract/template-editor'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { startsQuery } from './queries.ts'
import { useTexts } from './texts.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  survey: string
  /** Language of the mails to start from. */
  locale: string
  begin: (start: StartTemplate) => void
}

/** Whole mails to start from; what is there is replaced, which is asked before. */
export function StartMenu({ survey, locale, begin }: Props) {
  const t = useTexts()
  const { data: starts } = useQuery(startsQuery(survey, locale))
  const [asked, setAsked] = useState<StartTemplate | null>(null)
  return (
    <>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTemplate size={16} aria-hidden="true" />}
            rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          >
            {t('startFrom')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {starts?.templates.map((start) => (
            <Menu.Item key={start.name} onClick={() => setAsked(start)}>
              {start.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asked !== null}
        title={t('startAsk')}
        message={t('startText', { name: asked?.title ?? '' })}
        okText={t('startOk')}
        onOk={() => {
          if (asked !== null) begin(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
