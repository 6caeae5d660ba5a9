import { ActionIcon, Autocomplete, Button, Popover, Tooltip } from '@mantine/core'
import {
  IconBold,
  IconBraces,
  IconClearFormatting,
  IconItalic,
  IconLink,
  IconLinkOff,
  IconList,
  IconNumber123,
  IconUnderline,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mergeTagsQuery } from '../queries.ts'
import { TagMenu } from '../tag-menu.tsx'
import { useTexts } from '../texts.ts'
import type { TextFormat } from './text-editing.ts'
import type { DesignerSession } from './designer-session.ts'
import classes from './designer.module.css'

const tools = [
  { format: 'bold', icon: IconBold },
  { format: 'italic', icon: IconItalic },
  { format: 'underline', icon: IconUnderline },
  { format: 'insertUnorderedList', icon: IconList },
  { format: 'insertOrderedList', icon: IconNumber123 },
  { format: 'unlink', icon: IconLinkOff },
  { format: 'removeFormat', icon: IconClearFormatting },
] as const satisfies readonly { format: TextFormat; icon: Icon }[]

/** Tools of the text that is being edited. A press on them does not end editing. */
export function TextTools({ session, survey }: { session: DesignerSession; survey: string }) {
  const t = useTexts()
  const format = (of: TextFormat, value?: string) => session.format(of, value)
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t('textTools')}
      className={classes['textTools']}
      onMouseDown={(event) => event.stopPropagation()}
    >
      {tools.map(({ format: of, icon: ToolIcon }) => (
        <Tooltip key={of} label={t(`format_${of}`)}>
          <ActionIcon
            variant="default"
            aria-label={t(`format_${of}`)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format(of)}
          >
            <ToolIcon size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
      <LinkTool survey={survey} link={(address) => format('createLink', address)} />
      <TagMenu survey={survey} insert={(text) => format('insertText', text)}>
        <Button size="xs" variant="default" leftSection={<IconBraces size={16} aria-hidden="true" />}>
          {t('mergeTags')}
        </Button>
      </TagMenu>
      <Button size="xs" variant="default" onClick={() => void session.leaveText()}>
        {t('textDone')}
      </Button>
    </div>
  )
}

function LinkTool({ survey, link }: { survey: string; link: (address: string) => void }) {
  const t = useTexts()
  const { data } = useQuery(mergeTagsQuery(survey))
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const links = data?.tags.filter(({ isLink }) => isLink).map(({ name }) => `{{${name}}}`) ?? []
  const apply = () => {
    setOpen(false)
    if (address.trim() !== '') link(address.trim())
    setAddress('')
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label={t('format_createLink')}>
          <ActionIcon variant="default" aria-label={t('format_createLink')} onClick={() => setOpen(!isOpen)}>
            <IconLink size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes['link']}>
        <Autocomplete
          label={t('linkAddress')}
          placeholder="https://"
          data={links}
          filter={({ options }) => options}
          value={address}
          onChange={setAddress}
          comboboxProps={{ withinPortal: false }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <Button size="xs" onClick={apply}>
          {t('insert')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
