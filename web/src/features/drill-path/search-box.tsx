import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSuggestions } from '@gensvar/contract/paths'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, useDrillPath, usePlace } from '#web/lib/place.ts'
import { notifyError } from '#web/ui/notify.tsx'
import classes from './search-box.module.css'
import { useTexts } from './texts.ts'

/** Pause in typing after which the server is asked, in milliseconds. */
const pause = 200

/** Finds places by name; choosing one goes there. Starts over whenever the drill path changes. */
export function SearchBox() {
  const t = useTexts()
  const text = useLocalText()
  const { survey } = usePlace()
  const drillPath = useDrillPath()
  const change = useChangePath()
  const [at, setAt] = useState(drillPath)
  const [term, setTerm] = useState('')
  if (at !== drillPath) {
    setAt(drillPath)
    setTerm('')
  }
  const [asked] = useDebouncedValue(term.trim(), pause)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const query = useQuery({
    queryKey: ['suggestions', survey, drillPath, asked],
    queryFn: ({ signal }) =>
      call(getSuggestions, { params: { survey, drillPath }, query: { term: asked } }, { signal }),
    enabled: asked !== '',
    meta: { quiet: true },
  })
  const groups = asked !== '' && asked === term.trim() ? (query.data?.viewResults ?? null) : null
  const isEmpty = groups !== null && groups.every((group) => group.paths.length === 0)
  function clear(): void {
    setTerm('')
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      shadow="md"
      position="bottom-start"
      onOptionSubmit={(path) => {
        clear()
        void change(path).catch(notifyError)
      }}
    >
      <Combobox.Target withExpandedAttribute aria-autocomplete="list">
        <TextInput
          data-search=""
          className={classes['box']}
          size="sm"
          aria-label={t('search')}
          aria-keyshortcuts="/"
          placeholder={t('searchPlaces')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={
            term === '' ? (
              <kbd className={classes['key']} aria-hidden="true">
                /
              </kbd>
            ) : (
              <CloseButton size="sm" aria-label={t('clearSearch')} onClick={clear} />
            )
          }
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
            if (event.currentTarget.value.trim() === '') combobox.closeDropdown()
            else combobox.openDropdown()
          }}
          onFocus={() => term.trim() !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') clear()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        {combobox.dropdownOpened && groups !== null && !isEmpty && (
          <Combobox.Options aria-label={t('suggestions')} className={classes['list']}>
            {groups.map((group) => (
              <Combobox.Group key={text(group.header)} label={text(group.header)}>
                {group.paths.map((path) => (
                  <Combobox.Option key={path.value} value={path.value} className={classes['option']}>
                    {path.text}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        )}
        {combobox.dropdownOpened && (groups === null || isEmpty) && (
          <p role="status" className={classes['note']}>
            {query.error ? errorText(query.error) : isEmpty ? t('noSuggestions') : t('searching')}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
