import { Autocomplete, TextInput } from '@mantine/core'
import type { getEditorOptions } from '@gensvar/contract/template-editor'
import type { MessageProblem } from '@gensvar/contract/templates'
import type { Answer } from '#web/api.ts'
import { Card } from '#web/ui/card.tsx'
import { versionPaths } from './language-versions.ts'
import type { VersionAt } from './language-versions.ts'
import type { MailForm } from './template-body.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  form: MailForm
  at: VersionAt
  options: Answer<typeof getEditorOptions> | undefined
  problems: readonly MessageProblem[]
}

/** What stands outside of a mail: subject, preheader and sender. */
export function EnvelopeCard({ form, at, options, problems }: Props) {
  const t = useTexts()
  const wrong = (part: MessageProblem['part']) => problems.find((problem) => problem.part === part)?.text
  const paths = versionPaths(at)
  const subject = form.field(paths.subject)
  const preheader = form.field(paths.preheader)
  return (
    <Card title={t('envelope')}>
      <div className={classes['group']}>
        <TextInput label={t('subject')} {...subject} error={subject.error ?? wrong('subject')} />
        <TextInput
          label={t('preheader')}
          description={t('preheaderHelp')}
          {...preheader}
          error={preheader.error ?? wrong('preheader')}
        />
        <div className={classes['columns']}>
          <TextInput label={t('fromName')} {...form.field('fromName', { empty: null })} />
          <Autocomplete
            label={t('fromEmail')}
            data={options?.fromEmails ?? []}
            {...form.field('fromEmail', { empty: null })}
          />
        </div>
      </div>
    </Card>
  )
}
