import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { eraseRespondent } from '@gensvar/contract/respondents'
import type { HeldCounts } from '@gensvar/contract/respondents'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { refOf } from './queries.ts'
import classes from './respondents.module.css'
import { useTexts } from './texts.ts'

interface Props {
  survey: string
  keys: readonly string[]
  counts: HeldCounts
  /** How many have no id that an import could know again. */
  withoutKey: number
  onCancel: () => void
  onErased: () => void
}

/** What is counted, in the order in which it is told. */
const told = [
  ...(['responses', 'answers', 'comments', 'records', 'alerts', 'notices', 'mails', 'recipients'] as const),
  ...(['changes', 'shares', 'files', 'copies', 'paths'] as const),
]

/** Shows what erasing reaches, and erases once a word has been typed. */
export function EraseForm({ survey, keys, counts, withoutKey, onCancel, onErased }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [word, setWord] = useState('')
  const surveys = new Set(keys.map((key) => refOf(key).survey))
  const form = useContractForm(eraseRespondent, {
    params: { survey },
    initial: { responses: keys.map(refOf), mayImportAgain: false },
    warns: false,
    done: (answer) => t('erased', { count: answer.counts.responses }),
    onSaved() {
      onErased()
      // Figures, lists and searches: everything known of these surveys may have changed.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.some((part) => part === survey || surveys.has(String(part))),
      })
    },
  })
  return (
    <Form form={form}>
      <p className={classes['text']}>{t('eraseText')}</p>
      <ul className={classes['counts']}>
        {told
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <li key={kind}>
              {t(`count_${kind}`)} <strong className="gv-figures">{format.number(counts[kind])}</strong>
            </li>
          ))}
      </ul>
      <Checkbox
        label={t('mayImportAgain')}
        description={withoutKey > 0 ? t('withoutKey', { count: withoutKey }) : t('mayImportAgainHelp')}
        {...form.field('mayImportAgain')}
      />
      <p className={classes['note']}>{t('backups')}</p>
      <TextInput
        label={t('typeWord', { word: t('eraseWord') })}
        value={word}
        autoComplete="off"
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel}>
          {app('cancel')}
        </Button>
        <Button
          type="submit"
          color="var(--gv-negative-fill)"
          disabled={word.trim().toLocaleLowerCase() !== t('eraseWord').toLocaleLowerCase()}
          loading={form.state.sending}
        >
          {t('erase', { count: counts.responses })}
        </Button>
      </Group>
    </Form>
  )
}
