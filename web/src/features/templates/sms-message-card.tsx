import { Button, Textarea, TextInput } from '@mantine/core'
import { IconBraces, IconSend } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'
import { Card } from '#web/ui/card.tsx'
import { SmsLength } from './sms-length.tsx'
import { TagMenu } from './tag-menu.tsx'
import type { SmsBody } from './template-body.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  survey: string
  form: ContractForm<SmsBody>
  /** Which language is shown: 0 is the main one. */
  at: number
  /** The message filled with examples; null where it has an error. */
  filled: string | null
  /** Opens the test; null for a call, which has a greeting of any length. */
  onTest: (() => void) | null
}

/** Subject and contents of a text message in one language, with how long it is. */
export function SmsMessageCard({ survey, form, at, filled, onTest }: Props) {
  const t = useTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const paths =
    at === 0
      ? ({ subject: 'subject', contents: 'contents' } as const)
      : ({ subject: `languages.${at - 1}.subject`, contents: `languages.${at - 1}.contents` } as const)
  const contents = (at === 0 ? form.values : form.values.languages[at - 1])?.contents ?? ''
  const insert = (tag: string) => {
    const { selectionStart = contents.length, selectionEnd = contents.length } = area.current ?? {}
    form.set(paths.contents, contents.slice(0, selectionStart) + tag + contents.slice(selectionEnd))
    area.current?.focus()
  }
  return (
    <Card title={t(onTest === null ? 'greeting' : 'message')}>
      <div className={classes['group']}>
        <TextInput label={t('subject')} description={t('smsSubjectHelp')} {...form.field(paths.subject)} />
        <Textarea
          ref={area}
          label={t('contents')}
          required
          autosize
          minRows={5}
          {...form.field(paths.contents)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={
            onTest === null ? (
              t('greetingHelp')
            ) : (
              <SmsLength contents={contents} filled={filled} replace={(text) => form.set(paths.contents, text)} />
            )
          }
          descriptionProps={{ component: 'div' }}
        />
        <div className={classes['buttons']}>
          <TagMenu survey={survey} insert={insert}>
            <Button variant="default" leftSection={<IconBraces size={16} aria-hidden="true" />}>
              {t('mergeTags')}
            </Button>
          </TagMenu>
          {onTest !== null && (
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden="true" />}
              disabled={contents.trim() === ''}
              onClick={onTest}
            >
              {t('testSms')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
