import { Button, Menu } from '@mantine/core'
import { IconBraces, IconChevronDown, IconLayoutGridAdd, IconPhoto, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MailBlock, StartTemplate } from '@gensvar/contract/template-editor'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { startsQuery } from './queries.ts'
import { TagMenu } from './tag-menu.tsx'
import type { MailForm } from './template-body.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  survey: string
  form: MailForm
  blocks: readonly MailBlock[]
  insert: (text: string) => void
  chooseImage: () => void
}

const more = <IconChevronDown size={16} aria-hidden="true" />

/** What is inserted at the cursor: blocks, merge tags and images; and whole mails to start from. */
export function DesignTools({ survey, form, blocks, insert, chooseImage }: Props) {
  const t = useTexts()
  const { data: starts } = useQuery(startsQuery(survey, form.values.locale))
  const [asked, setAsked] = useState<StartTemplate | null>(null)
  const begin = ({ design, subject }: StartTemplate) => {
    form.set('design.mjml', design.mjml)
    form.set('design.preheader', design.preheader)
    form.set('subject', subject)
    setAsked(null)
  }
  return (
    <div className={classes['tools']}>
      <Menu returnFocus={false} withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconLayoutGridAdd size={16} aria-hidden="true" />}
            rightSection={more}
          >
            {t('blocks')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {blocks.map(({ name, title, mjml }) => (
            <Menu.Item key={name} onClick={() => insert(mjml)}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TagMenu survey={survey} insert={insert}>
        <Button variant="default" leftSection={<IconBraces size={16} aria-hidden="true" />} rightSection={more}>
          {t('mergeTags')}
        </Button>
      </TagMenu>
      <Button variant="default" leftSection={<IconPhoto size={16} aria-hidden="true" />} onClick={chooseImage}>
        {t('image')}
      </Button>
      <Menu withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconTemplate size={16} aria-hidden="true" />} rightSection={more}>
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
        onOk={() => asked !== null && begin(asked)}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}
