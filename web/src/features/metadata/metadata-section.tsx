import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { mostFoundQuestions } from '@gensvar/contract/metadata'
import type { Metadata } from '@gensvar/contract/metadata'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import type { Edited } from './edited.ts'
import { loadMetadata } from './query.ts'
import { QuestionEntry } from './question-entry.tsx'
import classes from './metadata.module.css'
import { useTexts } from './texts.ts'
import { useTitle } from './use-title.ts'

const GroupDialog = whenOpened(() => import('./group-dialog.tsx').then((file) => file.GroupDialog))
const QuestionDialog = whenOpened(() => import('./question-dialog.tsx').then((file) => file.QuestionDialog))
const ChoiceDialog = whenOpened(() => import('./choice-dialog.tsx').then((file) => file.ChoiceDialog))

/** Time without a key press after which is searched, in milliseconds. */
const pause = 200

/** A survey's metadata: at most ten questions that a text is found in, with their choices, and the question groups. */
export function MetadataSection({ survey }: { survey: string }) {
  const t = useTexts()
  const titleOf = useTitle()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [group, setGroup] = useState('')
  const [rowFrom, setRowFrom] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), pause)
  const search = { text: asked, rowFrom, ...(group !== '' && { group }) }
  const query = useQuery({
    queryKey: ['metadata', survey, search],
    queryFn: ({ signal }) => loadMetadata(survey, search, signal),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  // The last one stays while its dialog closes.
  const [edited, setEdited] = useState<Edited | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const edit = (what: Edited) => {
    setEdited(what)
    setIsOpen(true)
  }
  const groups = query.data?.groups ?? []
  return (
    <Card title={t('sectionTitle')} subtitle={t('sectionText')} query={query}>
      <div className={classes['search']}>
        <TextInput
          type="search"
          label={t('search')}
          placeholder={t('searchHint')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setRowFrom(0)
          }}
        />
        <NativeSelect
          label={t('group')}
          data={[
            { value: '', label: t('allGroups') },
            ...groups.map(({ extName, name }) => ({ value: extName, label: titleOf(name, extName) })),
          ]}
          value={group}
          onChange={(event) => {
            setGroup(event.currentTarget.value)
            setRowFrom(0)
          }}
        />
      </div>
      <DataState query={query} height={320}>
        {(metadata) => (
          <>
            <Found metadata={metadata} rowFrom={rowFrom} onPage={setRowFrom} onEdit={edit} />
            <Editor
              survey={survey}
              metadata={metadata}
              edited={edited}
              opened={isOpen}
              onClose={() => setIsOpen(false)}
              onSaved={() => queryClient.invalidateQueries({ queryKey: ['metadata', survey] })}
            />
          </>
        )}
      </DataState>
    </Card>
  )
}

interface FoundProps {
  metadata: Metadata
  rowFrom: number
  onPage: (rowFrom: number) => void
  onEdit: (what: Edited) => void
}

function Found({ metadata, rowFrom, onPage, onEdit }: FoundProps) {
  const t = useTexts()
  const format = useFormat()
  const titleOf = useTitle()
  const { questions, groups, total, problems } = metadata
  const titleOfGroup = (extName: string): string => {
    const group = groups.find((one) => one.extName === extName)
    return group ? titleOf(group.name, extName) : extName
  }
  const to = rowFrom + questions.length
  return (
    <>
      {problems.length > 0 && (
        <div className={classes['problems']} role="note">
          <p>{t('problems')}</p>
          <ul>
            {problems.map(({ line, text }) => (
              <li key={`${line} ${text}`}>{t('problem', { line: format.number(line), text })}</li>
            ))}
          </ul>
        </div>
      )}
      <p className={classes['count']} role="status">
        {questions.length > 0 &&
          (questions.length === total
            ? t('all', { count: total, n: format.number(total) })
            : t('found', { from: format.number(rowFrom + 1), to: format.number(to), n: format.number(total) }))}
      </p>
      {questions.length === 0 ? (
        <Empty title={t('nothing')}>{t('nothingText')}</Empty>
      ) : (
        <ul className={classes['questions']}>
          {questions.map((question) => (
            <li key={question.id}>
              <QuestionEntry
                question={question}
                group={titleOfGroup(question.group)}
                onQuestion={() => onEdit({ kind: 'question', question })}
                onChoice={(choice) => onEdit({ kind: 'choice', question, choice })}
              />
            </li>
          ))}
        </ul>
      )}
      {total > mostFoundQuestions && (
        <div className={classes['pages']}>
          <Button
            variant="default"
            disabled={rowFrom === 0}
            onClick={() => onPage(Math.max(0, rowFrom - mostFoundQuestions))}
          >
            {t('previous')}
          </Button>
          <Button variant="default" disabled={to >= total} onClick={() => onPage(rowFrom + mostFoundQuestions)}>
            {t('next')}
          </Button>
        </div>
      )}
      <h3 className={classes['groupsTitle']}>{t('groups')}</h3>
      <ul className={classes['choices']} aria-label={t('groups')}>
        {groups.map((group) => (
          <li key={group.id}>
            <button type="button" className={classes['choice']} onClick={() => onEdit({ kind: 'group', group })}>
              <span>{titleOf(group.name, group.extName)}</span>
              <code>{group.extName}</code>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={classes['choice']} onClick={() => onEdit({ kind: 'group', group: null })}>
            {t('addGroup')}
          </button>
        </li>
      </ul>
    </>
  )
}

interface EditorProps {
  survey: string
  metadata: Metadata
  edited: Edited | null
  opened: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

/** The form of what is being edited; another one for each, so that nothing of the one before stays in it. */
function Editor({ edited, ...props }: EditorProps) {
  if (edited === null) return null
  if (edited.kind === 'group')
    return <GroupDialog key={`group ${edited.group?.id ?? ''}`} {...props} group={edited.group} />
  const { question } = edited
  if (edited.kind === 'question')
    return <QuestionDialog key={`question ${question.id}`} {...props} question={question} />
  const { choice } = edited
  return (
    <ChoiceDialog key={`choice ${question.id} ${choice?.id ?? ''}`} {...props} question={question} choice={choice} />
  )
}
