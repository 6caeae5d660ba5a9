import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MergeTag } from '@gensvar/contract/template-editor'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { mergeTagsQuery } from './queries.ts'
import { TagDialog } from './tag-dialog.tsx'
import { valueTag } from './tag-text.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  survey: string
  insert: (text: string) => void
  /** The button that opens it. */
  children: ReactNode
}

/** What a tag is written as: a link is never without an address, everything else has a place for a fallback. */
const written = ({ name, isLink }: MergeTag): string => (isLink ? `{{${name}}}` : valueTag(name, ''))

/** The texts that can be filled in, by group; choosing one inserts it, as does a dialog for fallbacks and conditions. */
export function TagMenu({ survey, insert, children }: Props) {
  const t = useTexts()
  const { data } = useQuery(mergeTagsQuery(survey))
  const [isMaking, setMaking] = useState(false)
  const tags = data?.tags ?? []
  const groups = [...Map.groupBy(tags, ({ group }) => group)]
  return (
    <>
      <Menu returnFocus={false} withinPortal position="bottom-start">
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown className={classes['tags']}>
          <Menu.Item onClick={() => setMaking(true)}>{t('tagMake')}</Menu.Item>
          {groups.map(([group, ofGroup]) => [
            <Menu.Label key={group}>{group}</Menu.Label>,
            ...ofGroup.map((tag) => (
              <Menu.Item key={tag.name} onClick={() => insert(written(tag))}>
                {tag.title} <span className={classes['tag']}>{tag.name}</span>
              </Menu.Item>
            )),
          ])}
        </Menu.Dropdown>
      </Menu>
      <TagDialog
        opened={isMaking}
        tags={tags}
        onClose={() => setMaking(false)}
        onInsert={(text) => {
          setMaking(false)
          insert(text)
        }}
      />
    </>
  )
}
