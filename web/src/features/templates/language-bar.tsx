import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconLanguage, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { localesQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  survey: string
  /** Languages of the message, the main one first. */
  locales: readonly string[]
  /** Place of the one that is shown. */
  at: number
  show: (at: number) => void
  /** Adds a language that begins as a copy of the one shown. */
  add: (locale: string) => void
  remove: (at: number) => void
  /** Places of languages that have something wrong. */
  wrong: readonly number[]
  readOnly: boolean
}

/** The languages of a message: which is shown, and adding and removing one. */
export function LanguageBar({ survey, locales, at, show, add, remove, wrong, readOnly }: Props) {
  const t = useTexts()
  const { data } = useQuery(localesQuery(survey))
  const [isAsked, setAsked] = useState(false)
  const nameOf = (locale: string): string => data?.locales.find(({ value }) => value === locale)?.text ?? locale
  const name = nameOf(locales[at] ?? '')
  const offered = data?.locales.filter(({ value }) => !locales.includes(value)) ?? []
  return (
    <div className={classes['languages']}>
      <div role="group" aria-label={t('languages')} className={classes['buttons']}>
        {locales.map((locale, place) => (
          <Button
            key={locale}
            size="xs"
            variant={place === at ? 'filled' : 'default'}
            aria-pressed={place === at}
            onClick={() => show(place)}
          >
            {place === 0 && locales.length > 1 ? t('mainOf', { language: nameOf(locale) }) : nameOf(locale)}
            {wrong.includes(place) && ` (${t('hasProblems')})`}
          </Button>
        ))}
      </div>
      {!readOnly && (
        <Menu withinPortal position="bottom-start">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconLanguage size={16} aria-hidden="true" />}
              rightSection={<IconChevronDown size={16} aria-hidden="true" />}
            >
              {t('addLanguage')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes['tags']}>
            <Menu.Label>{t('addLanguageHelp', { language: name })}</Menu.Label>
            {offered.map(({ value, text }) => (
              <Menu.Item key={value} onClick={() => add(value)}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!readOnly && at > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => setAsked(true)}
        >
          {t('removeLanguage', { language: name })}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={t('removeLanguageAsk')}
        message={t('removeLanguageText', { language: name })}
        okText={t('delete')}
        danger
        onOk={() => {
          setAsked(false)
          remove(at)
        }}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
