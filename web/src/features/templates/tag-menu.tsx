import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MergeTag } from '@gensvar/contract/template-editor'
import type { ReactNode } from 'react'
import { mergeTagsQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  survey: string
  insert: (text: string) => void
  /** The button that opens it. */
  children: ReactNode
}

/** What a tag is written as: a link is never without an address, everything else has a place for a fallback. */
const written = ({ name, isLink }: MergeTag): string => (isLink ? `{{${name}}}` : `{{${name}|}}`)

/** The texts that can be filled in, by group; choosing one inserts it. */
export function TagMenu({ survey, insert, children }: Props) {
  const t = useTexts()
  const { data } = useQuery(mergeTagsQuery(survey))
  const groups = [...Map.groupBy(data?.tags ?? [], ({ group }) => group)]
  return (
    <Menu returnFocus={false} withinPortal position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown className={classes['tags']}>
        {groups.map(([group, tags]) => [
          <Menu.Label key={group}>{group}</Menu.Label>,
          ...tags.map((tag) => (
            <Menu.Item key={tag.name} onClick={() => insert(written(tag))}>
              {tag.title} <span className={classes['tag']}>{tag.name}</span>
            </Menu.Item>
          )),
        ])}
        <Menu.Label>{t('conditions')}</Menu.Label>
        <Menu.Item onClick={() => insert('{{#if language = sv}}…{{else}}…{{/if}}')}>{t('ifLanguage')}</Menu.Item>
        <Menu.Item onClick={() => insert('{{#if contact.name}}…{{/if}}')}>{t('ifValue')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
