import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { questionTypes } from '@gensvar/contract/entities/metadata'
import type { QuestionType } from '@gensvar/contract/entities/metadata'
import { mostQuestions } from '@gensvar/contract/configuration/questionnaire'
import { useRef, useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { OrderList } from '#web/ui/order-list.tsx'
import { useParts } from './builder-parts.ts'
import { addQuestion, copyOf, emptyQuestion, orderQuestions, removeQuestion } from './document/edits.ts'
import { mainText, withKeys } from './document/edited-document.ts'
import type { EditedDocument, EditedQuestion } from './document/edited-document.ts'
import { useTexts } from './texts.ts'
import type { Problems } from './use-problems.ts'
import { useTypeNames } from './use-type-names.ts'
import classes from './builder.module.css'

interface Props {
  document: EditedDocument
  problems: Problems
  /** Key of the question whose form is shown. */
  chosen: string | null
  /** `isNew` for one that was just added: its wording is written next. */
  onChoose: (question: string | null, isNew?: boolean) => void
}

/** The questions in their order: added, moved, copied, taken out and put back. */
export function Outline({ document, problems, chosen, onChoose }: Props) {
  const t = useTexts()
  const types = useTypeNames()
  const { edit, keeper } = useParts()
  const list = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<{ name: string; after: EditedDocument } | null>(null)
  const { questions } = document
  const keys = questions.map(({ key }) => key)
  const nameOf = ({ wording }: EditedQuestion) => mainText(document, wording) || t('unnamed')
  const isFull = questions.length >= mostQuestions
  const add = (question: EditedQuestion, after: string | null, isNew = true) => {
    edit(addQuestion(question, after))
    onChoose(question.key, isNew)
  }
  const remove = (question: EditedQuestion) => {
    const at = keys.indexOf(question.key)
    edit(removeQuestion(question.key))
    setRemoved({ name: nameOf(question), after: keeper.value })
    onChoose(keys[at + 1] ?? keys[at - 1] ?? null)
    list.current?.focus()
  }
  const move = (key: string, to: number) => {
    const others = keys.filter((one) => one !== key)
    edit(orderQuestions(others.toSpliced(to, 0, key)))
  }
  const isUndoable = removed !== null && removed.after === document
  return (
    <Card
      title={t('questions')}
      actions={<AddQuestion isFull={isFull} onAdd={(type) => add(emptyQuestion(type), chosen)} />}
    >
      <div ref={list} tabIndex={-1} className={classes['outline']}>
        {questions.length === 0 && <p className={classes['note']}>{t('noQuestions')}</p>}
        <OrderList
          label={t('questions')}
          items={questions.map((question, at) => ({
            key: question.key,
            title: nameOf(question),
            detail: (
              <Detail
                words={[
                  types(question.type),
                  question.page && at > 0 ? t('beginsPage') : '',
                  question.showIf === '' ? '' : t('hasRule'),
                ]}
                problems={
                  problems.all.filter(
                    ({ path, severity }) => severity === 'error' && `${path}.`.startsWith(`questions.${question.key}.`),
                  ).length
                }
              />
            ),
            actions: (
              <QuestionMenu
                name={nameOf(question)}
                isFull={isFull}
                onCopy={() => add(copyOf(question), question.key, false)}
                onUp={at === 0 ? null : () => move(question.key, at - 1)}
                onDown={at === questions.length - 1 ? null : () => move(question.key, at + 1)}
                onRemove={() => remove(question)}
              />
            ),
          }))}
          chosen={chosen}
          onChoose={(key) => onChoose(key)}
          onOrder={(order) => edit(orderQuestions(order))}
        />
        <div role="status">
          {isUndoable && (
            <div className={classes['removed']}>
              <span>{t('removedQuestion', { name: removed.name })}</span>
              <Button variant="default" size="compact-sm" onClick={() => keeper.undo()}>
                {t('undoRemove')}
              </Button>
            </div>
          )}
        </div>
        <Unasked document={document} isFull={isFull} onAdd={(question) => add(question, null, false)} />
      </div>
    </Card>
  )
}

function Detail({ words, problems }: { words: readonly string[]; problems: number }) {
  const t = useTexts()
  return (
    <>
      {words.filter((word) => word !== '').join(' · ')}
      {problems > 0 && (
        <span className={classes['mark']}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {t('problemsHere', { count: problems, n: problems })}
        </span>
      )}
    </>
  )
}

function AddQuestion({ isFull, onAdd }: { isFull: boolean; onAdd: (type: QuestionType) => void }) {
  const t = useTexts()
  const types = useTypeNames()
  return (
    <Menu position="bottom-end" width={220} returnFocus={false}>
      <Menu.Target>
        <Button size="compact-sm" disabled={isFull} leftSection={<IconPlus size={14} aria-hidden="true" />}>
          {t('addQuestion')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {questionTypes.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {types(type)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface MenuProps {
  name: string
  isFull: boolean
  onCopy: () => void
  /** Null where it cannot be moved further. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
}

/** What else can be done with a question. */
function QuestionMenu({ name, isFull, onCopy, onUp, onDown, onRemove }: MenuProps) {
  const t = useTexts()
  return (
    <Menu position="bottom-end" width={200}>
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
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden="true" />} disabled={isFull} onClick={onCopy}>
          {t('duplicate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={onRemove}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface UnaskedProps {
  document: EditedDocument
  isFull: boolean
  onAdd: (question: EditedQuestion) => void
}

/** The questions of the survey that are not asked any more; their answers are kept. */
function Unasked({ document, isFull, onAdd }: UnaskedProps) {
  const t = useTexts()
  const { saved } = useParts()
  const asked = new Set(document.questions.map(({ variable }) => variable))
  const unasked = saved.unasked.filter(({ variable }) => !asked.has(variable))
  if (unasked.length === 0) return null
  return (
    <details className={classes['unasked']}>
      <summary>{t('unasked', { count: unasked.length, n: unasked.length })}</summary>
      <p className={classes['note']}>{t('unaskedHelp')}</p>
      <ul>
        {unasked.map((question) => {
          const name =
            mainText(document, question.wording) || mainText(document, question.title) || (question.variable ?? '')
          return (
            <li key={question.variable}>
              <span>{name}</span>
              <Button
                variant="default"
                size="compact-sm"
                disabled={isFull}
                aria-label={t('putBackNamed', { name })}
                onClick={() => onAdd(withKeys(question))}
              >
                {t('putBack')}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
