import { CloseButton, Combobox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFilterSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useListbox } from '../use-listbox.ts'
import classes from './filter-box.module.css'
import { useTexts } from './texts.ts'

/** Texts of a list that contain a term, asked of the server. */
export interface Suggest {
  /** Identifies the list at its place in the query cache. */
  key: readonly string[]
  load: (term: string, signal: AbortSignal) => Promise<readonly string[]>
}

interface Props {
  term: string
  onTerm: (term: string) => void
  /** Offers texts of the rows while something is typed. */
  suggest?: Suggest
}

/** Pause in typing before suggestions are asked for, in milliseconds. */
const pause = 200

/** The text filter of a table, with suggestions where the list has them. */
export function FilterBox({ suggest, ...box }: Props) {
  return suggest === undefined ? <PlainBox {...box} /> : <SuggestingBox {...box} suggest={suggest} />
}

function PlainBox({ term, onTerm, ...rest }: Omit<Props, 'suggest'> & Omit<ComponentProps<typeof TextInput>, 'size'>) {
  const t = useTexts()
  return (
    <TextInput
      size="sm"
      className={classes['filter']}
      aria-label={t('filter')}
      placeholder={t('filter')}
      leftSection={<IconFilterSearch size={16} aria-hidden="true" />}
      rightSection={
        term === '' ? null : <CloseButton size="sm" aria-label={t('clearFilter')} onClick={() => onTerm('')} />
      }
      onChange={(event) => onTerm(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onTerm('')
      }}
      {...rest}
      value={term}
    />
  )
}

/** What is typed filters at once; a suggestion is chosen by the arrow keys and Enter, or by a click. */
function SuggestingBox({ term, onTerm, suggest }: Required<Props>) {
  const t = useTexts()
  const wanted = term.trim()
  const [asked] = useDebouncedValue(wanted, pause)
  const { data } = useQuery({
    queryKey: ['table-suggestions', ...suggest.key, asked],
    queryFn: ({ signal }) => suggest.load(asked, signal),
    enabled: asked !== '',
    // Suggestions are a help: without them the filter works.
    meta: { quiet: true },
  })
  const suggestions = (wanted !== '' && asked === wanted ? data : undefined) ?? []
  function choose(text: string): void {
    onTerm(text)
    store.closeDropdown()
  }
  const { store, active, setActive, listId, optionId, boxProps } = useListbox({
    count: suggestions.length,
    onChoose(index) {
      const text = suggestions[index]
      if (text !== undefined) choose(text)
    },
  })
  const isShown = store.dropdownOpened && suggestions.length > 0
  return (
    <Combobox store={store} onOptionSubmit={choose} width={260} position="bottom-start" shadow="md">
      <Combobox.Target {...boxProps}>
        <PlainBox
          term={term}
          onTerm={onTerm}
          onChange={(event) => {
            const { value } = event.currentTarget
            onTerm(value)
            setActive(-1)
            if (value.trim() === '') store.closeDropdown()
            else store.openDropdown()
          }}
          onBlur={() => store.closeDropdown()}
          onKeyDown={(event) => {
            // The first Escape closes the list, which Combobox does, the next one clears the text.
            if (event.key === 'Escape' && !isShown) onTerm('')
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4} hidden={!isShown}>
        <Combobox.Options id={listId} aria-label={t('suggestions')}>
          {suggestions.map((text, index) => (
            <Combobox.Option
              key={text}
              id={optionId(index)}
              value={text}
              selected={index === active}
              aria-selected={index === active}
              className={classes['option']}
            >
              {text}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
