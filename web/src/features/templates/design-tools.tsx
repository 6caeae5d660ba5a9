import { Button, Menu } from '@mantine/core'
import { IconBraces, IconChevronDown, IconLayoutGridAdd, IconPhoto } from '@tabler/icons-react'
import type { MailBlock } from '@gensvar/contract/template-editor'
import { TagMenu } from './tag-menu.tsx'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  survey: string
  blocks: readonly MailBlock[]
  insert: (text: string) => void
  chooseImage: () => void
}

const more = <IconChevronDown size={16} aria-hidden="true" />

/** What is inserted at the cursor of the source: blocks, merge tags and images. */
export function DesignTools({ survey, blocks, insert, chooseImage }: Props) {
  const t = useTexts()
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
            <Menu.Item key={name} onClick={() => (name === 'image' ? chooseImage() : insert(mjml))}>
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
    </div>
  )
}
