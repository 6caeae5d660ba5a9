import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconPlus, IconX } from '@tabler/icons-react'
import { mostChoices } from '@gensvar/contract/questionnaire-document'
import { useEffect, useId, useRef, useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { OrderList } from '#web/ui/order-list.tsx'
import { useParts } from '../builder-parts.ts'
import { linesOf, newChoice, ordered } from '../document/edits.ts'
import type { EditedChoice } from '../document/edited-document.ts'
import { useTexts } from '../texts.ts'
import { longestText, TextPair } from './text-pair.tsx'
import classes from './fields.module.css'

const PasteDialog = whenOpened(() => import('./paste-dialog.tsx').then((file) => file.PasteDialog))

interface Props {
  /** Path of the question, with its key. */
  path: string
  choices: readonly EditedChoice[]
  onChange: (choices: EditedChoice[], isTyped: boolean) => void
}

/** The choices of a question: written, put in order, pasted many at once, taken away. */
export function ChoicesField({ path, choices, onChange }: Props) {
  const t = useTexts()
  const { main, problemAt } = useParts()
  const [isPasting, setPasting] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  const own = useId()
  const problem = problemAt(`${path}.choices`)

  // What was added or taken away changes which element has to have the focus.
  useEffect(() => {
    if (focusNext.current === null) return
    group.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  })

  const fieldOf = (key: string) => `[data-path="${CSS.escape(`${path}.choices.${key}.title.${main}`)}"]`
  const titleAt = (at: number) => (choices[at]?.title[main] ?? '').trim() || t('choiceAt', { place: at + 1 })

  function change(key: string, make: (choice: EditedChoice) => EditedChoice, isTyped = false): void {
    onChange(
      choices.map((choice) => (choice.key === key ? make(choice) : choice)),
      isTyped,
    )
  }

  function addAfter(at: number): void {
    const choice = newChoice()
    focusNext.current = fieldOf(choice.key)
    onChange(choices.toSpliced(at + 1, 0, choice), false)
  }

  /** From a choice to the next one, which is added after the last. */
  function goOn(at: number): void {
    const next = choices[at + 1]
    if (next !== undefined) group.current?.querySelector<HTMLElement>(fieldOf(next.key))?.focus()
    else if (choices.length < mostChoices) addAfter(at)
  }

  /** Puts lines in place of the choice at a position, as far as there may be so many. */
  function putLines(lines: readonly string[], at: number, replaces: number): void {
    const room = Math.max(0, mostChoices - choices.length + replaces)
    const added = lines.slice(0, room).map((line) => newChoice({ [main]: line.slice(0, longestText) }))
    const last = added.at(-1)
    if (last !== undefined) focusNext.current = fieldOf(last.key)
    onChange(choices.toSpliced(at, replaces, ...added), false)
  }

  function remove(at: number): void {
    const next = choices[at + 1] ?? choices[at - 1]
    focusNext.current = next === undefined ? '[data-add]' : fieldOf(next.key)
    onChange(choices.toSpliced(at, 1), false)
  }

  function move(at: number, to: number): void {
    const choice = choices[at]
    if (choice === undefined) return
    focusNext.current = fieldOf(choice.key)
    onChange(choices.toSpliced(at, 1).toSpliced(to, 0, choice), false)
  }

  const isFull = choices.length >= mostChoices
  return (
    <div ref={group} role="group" aria-labelledby={own} className={classes['group']} data-path={`${path}.choices`}>
      <div id={own} className={classes['legend']}>
        {t('choices')}
      </div>
      {problem !== undefined && (
        <p className={problem.severity === 'error' ? classes['wrong'] : classes['hint']}>{problem.message}</p>
      )}
      {choices.length > 0 && (
        <OrderList
          label={t('choices')}
          items={choices.map((choice, at) => ({
            key: choice.key,
            title: titleAt(at),
            content: (
              <div className={classes['choice']}>
                <TextPair
                  isBare
                  path={`${path}.choices.${choice.key}.title`}
                  label={t('choiceAt', { place: at + 1 })}
                  placeholder={t('choiceAt', { place: at + 1 })}
                  value={choice.title}
                  names={choice.key}
                  onChange={(title) => change(choice.key, (one) => ({ ...one, title }), true)}
                  onEnter={() => goOn(at)}
                  onPaste={(event) => {
                    const lines = linesOf(event.clipboardData.getData('text'))
                    if (lines.length < 2) return
                    event.preventDefault()
                    const isEmpty = (choice.title[main] ?? '').trim() === '' && choice.extName === null
                    putLines(lines, isEmpty ? at : at + 1, isEmpty ? 1 : 0)
                  }}
                />
              </div>
            ),
            actions: (
              <ChoiceMenu
                name={titleAt(at)}
                asksMore={choice.other !== null}
                mayAskMore={choices.every(({ other, key }) => other === null || key === choice.key)}
                onAskMore={() =>
                  change(choice.key, (one) => ({
                    ...one,
                    other: one.other === null ? { variable: null, wording: {} } : null,
                  }))
                }
                onUp={at === 0 ? null : () => move(at, at - 1)}
                onDown={at === choices.length - 1 ? null : () => move(at, at + 1)}
                onRemove={() => remove(at)}
              />
            ),
            below: choice.other !== null && (
              <div className={classes['more']}>
                <TextPair
                  path={`${path}.choices.${choice.key}.other.wording`}
                  label={t('otherWording')}
                  description={t('otherWordingHelp')}
                  value={choice.other.wording}
                  onChange={(wording) =>
                    change(choice.key, (one) => ({ ...one, other: one.other && { ...one.other, wording } }), true)
                  }
                />
              </div>
            ),
          }))}
          onOrder={(keys) => onChange(ordered(choices, keys), false)}
        />
      )}
      <div className={classes['buttons']}>
        <Button
          variant="default"
          size="compact-md"
          data-add
          disabled={isFull}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => addAfter(choices.length - 1)}
        >
          {t('addChoice')}
        </Button>
        <Button variant="subtle" size="compact-md" disabled={isFull} onClick={() => setPasting(true)}>
          {t('pasteChoices')}
        </Button>
      </div>
      <PasteDialog
        opened={isPasting}
        most={mostChoices - choices.length}
        onClose={() => setPasting(false)}
        onAdd={(lines) => {
          setPasting(false)
          const empty = choices.filter(({ title, extName }) => extName === null && (title[main] ?? '').trim() === '')
          const kept = choices.filter((choice) => !empty.includes(choice))
          const added = lines.map((line) => newChoice({ [main]: line.slice(0, longestText) }))
          onChange([...kept, ...added].slice(0, mostChoices), false)
        }}
      />
    </div>
  )
}

interface MenuProps {
  name: string
  asksMore: boolean
  mayAskMore: boolean
  onAskMore: () => void
  /** Null where it cannot be moved further. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
}

/** What else can be done with a choice. */
function ChoiceMenu({ name, asksMore, mayAskMore, onAskMore, onUp, onDown, onRemove }: MenuProps) {
  const t = useTexts()
  return (
    <Menu position="bottom-end" width={260} returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('moreOf', { name })}>
          <IconDotsVertical size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={16} aria-hidden="true" />}
          disabled={onUp === null}
          onClick={onUp ?? undefined}
        >
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} aria-hidden="true" />}
          disabled={onDown === null}
          onClick={onDown ?? undefined}
        >
          {t('moveDown')}
        </Menu.Item>
        <Menu.Item disabled={!mayAskMore} onClick={onAskMore}>
          {t(asksMore ? 'askNoMore' : 'askMore')}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={16} aria-hidden="true" />} onClick={onRemove}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
