import { CloseButton, Combobox, TextInput } from '@mantine/core'
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
import { useListbox } from '#web/ui/use-listbox.ts'
import classes from './search-box.module.css'
import { useTexts } from './texts.ts'

/** Pause in typing before the server is queried, in milliseconds. */
const pause = 200

/** Finds places by name; choosing one goes there. Cleared whenever the drill path changes. */
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
  const wanted = term.trim()
  const [asked] = useDebouncedValue(wanted, pause)
  const query = useQuery({
    queryKey: ['suggestions', survey, drillPath, asked],
    queryFn: ({ signal }) =>
      call(getSuggestions, { params: { survey, drillPath }, query: { term: asked } }, { signal }),
    enabled: wanted !== '' && asked === wanted,
    meta: { quiet: true },
  })
  const answer = wanted !== '' && asked === wanted ? query.data?.viewResults : undefined
  const groups = (answer ?? []).filter((group) => group.paths.length > 0)
  const values = groups.flatMap((group) => group.paths.map((path) => path.value))
  function clear(): void {
    setTerm('')
    store.closeDropdown()
  }
  function choose(path: string): void {
    clear()
    void change(path).catch(notifyError)
  }
  const { store, active, setActive, listId, optionId, boxProps } = useListbox({
    count: values.length,
    onChoose: (index) => {
      const path = values[index]
      if (path !== undefined) choose(path)
    },
  })
  const opened = store.dropdownOpened
  return (
    <Combobox store={store} width={360} shadow="md" position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target {...boxProps}>
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
            // Enter chooses the first suggestion.
            setActive(0)
            if (event.currentTarget.value.trim() === '') store.closeDropdown()
            else store.openDropdown()
          }}
          onFocus={() => wanted !== '' && store.openDropdown()}
          onBlur={() => store.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') clear()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        {opened && values.length > 0 && (
          <Combobox.Options id={listId} aria-label={t('suggestions')} className={classes['list']}>
            {groups.map((group, place) => {
              const before = groups.slice(0, place).reduce((sum, one) => sum + one.paths.length, 0)
              return (
                <Combobox.Group key={`${place} ${text(group.header)}`} label={text(group.header)}>
                  {group.paths.map((path, index) => (
                    <Combobox.Option
                      key={path.value}
                      id={optionId(before + index)}
                      value={path.value}
                      selected={before + index === active}
                      aria-selected={before + index === active}
                      className={classes['option']}
                    >
                      {path.text}
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              )
            })}
          </Combobox.Options>
        )}
        {opened && values.length === 0 && (
          <p role="status" className={classes['note']}>
            {query.error ? errorText(query.error) : answer === undefined ? t('searching') : t('noSuggestions')}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
