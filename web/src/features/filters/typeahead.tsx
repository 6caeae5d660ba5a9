import { Combobox, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useListbox } from '#web/ui/use-listbox.ts'
import type { Option } from './option-index.ts'
import { OptionList } from './option-list.tsx'
import { useTexts } from './texts.ts'
import classes from './typeahead.module.css'

interface Props {
  /** The filter's title: name of the box and of its list. */
  label: string
  term: string
  onTerm: (term: string) => void
  /** Options that match the term. */
  options: readonly Option[]
  /** How many match in all, if the list contains only the first of them. */
  total?: number
  onChoose: (value: string) => void
  busy?: boolean
  /** Text of an empty list; "no matches" by default. */
  nothing?: string
}

/** A text box that lists the options that match what is typed. */
export function Typeahead({ label, term, onTerm, options, total, onChoose, busy, nothing }: Props) {
  const t = useTexts()
  function choose(value: string): void {
    onChoose(value)
    onTerm('')
    setActive(-1)
  }
  const { store, active, setActive, listId, optionId, boxProps } = useListbox({
    count: options.length,
    onChoose: (index) => {
      const option = options[index]
      if (option !== undefined) choose(option.value)
    },
  })
  const opened = store.dropdownOpened
  const more = total !== undefined && total > options.length
  return (
    <Combobox store={store} onOptionSubmit={choose} width="target" position="bottom-start" shadow="md">
      <Combobox.Target {...boxProps}>
        <TextInput
          size="sm"
          aria-label={label}
          placeholder={t('typeToSearch')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={busy === true ? <Loader size={16} /> : null}
          value={term}
          onChange={(event) => {
            onTerm(event.currentTarget.value)
            // Enter chooses the first match once something is typed.
            setActive(event.currentTarget.value.trim() === '' ? -1 : 0)
            store.openDropdown()
          }}
          onClick={() => store.openDropdown()}
          onBlur={() => store.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        {opened && options.length > 0 && (
          <OptionList id={listId} label={label} options={options} active={active} optionId={optionId} />
        )}
        {opened && options.length === 0 && (
          <p role="status" className={classes['note']}>
            {busy === true ? t('searching') : (nothing ?? t('noMatches'))}
          </p>
        )}
        {opened && more && (
          <p role="status" className={classes['note']}>
            {t('moreMatches', { shown: options.length, total: total ?? 0 })}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
