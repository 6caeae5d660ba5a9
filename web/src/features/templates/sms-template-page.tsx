import { Button, Textarea, TextInput } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageLength } from '@gensvar/contract/message-length'
import { createSmsTemplate, getSmsTemplate, removeSmsTemplate, updateSmsTemplate } from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useMemo, useRef, useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { LanguageBar } from './language-bar.tsx'
import { smsQuery, templatesKey } from './queries.ts'
import { TagMenu } from './tag-menu.tsx'
import { copyOf, smsBodyOf } from './template-body.ts'
import type { MailForm } from './template-body.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplateFrame } from './template-frame.tsx'
import { text, useTexts } from './texts.ts'
import { useEditorKey } from './use-editor-key.ts'
import { useTemplatePlace } from './use-template-place.ts'
import type { TemplatePlace } from './use-template-place.ts'
import classes from './templates.module.css'

/** The editor of a text message's template; id 0 is a new one, and `duplicate` in the address a copy. */
export function SmsTemplatePage() {
  const place = useTemplatePlace('smstemplate')
  const { survey, templateId, isCopy } = place
  const { key, created } = useEditorKey(place)
  const query = useQuery(smsQuery(survey, templateId))
  const { data } = query
  const template = useMemo(() => (data && isCopy ? copyOf(data) : data), [data, isCopy])
  return (
    <DataState query={query} height={480}>
      {() =>
        template && (
          <TemplateFrame
            place={place}
            template={template}
            remove={(id) => call(removeSmsTemplate, { params: { survey, templateId: id } })}
          >
            <SmsForm key={key} place={place} template={template} created={created} />
          </TemplateFrame>
        )
      }
    </DataState>
  )
}

interface FormProps {
  place: TemplatePlace
  template: StoredTemplate
  /** Told the id of a new template. */
  created: (id: number) => void
}

function SmsForm({ place, template, created }: FormProps) {
  const t = useTexts()
  const { survey } = place
  const queryClient = useQueryClient()
  const area = useRef<HTMLTextAreaElement>(null)
  const isNew = template.id === 0
  const initial = useMemo(() => smsBodyOf(template), [template])
  const form = useContractForm((isNew ? createSmsTemplate : updateSmsTemplate) as typeof updateSmsTemplate, {
    params: { survey },
    initial,
    keepsLetters: true,
    latest: async () => smsBodyOf(await call(getSmsTemplate, { params: { survey, templateId: template.id } })),
    done: () => text('saved'),
    onSaved({ template: saved }) {
      queryClient.setQueryData(smsQuery(survey, saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...templatesKey, 'tags'] })
      if (!isNew) return
      created(saved.id)
      place.open(saved.id, { replace: true })
    },
  })
  const { locale, subject, languages } = form.values
  const versions = [{ locale, subject, contents: form.values.contents }, ...languages]
  const [wanted, setWanted] = useState(0)
  const at = Math.min(wanted, languages.length)
  const paths =
    at === 0
      ? ({ subject: 'subject', contents: 'contents' } as const)
      : ({ subject: `languages.${at - 1}.subject`, contents: `languages.${at - 1}.contents` } as const)
  const shown = versions[at] ?? form.values
  const { contents } = shown
  const insert = (tag: string) => {
    const { selectionStart = contents.length, selectionEnd = contents.length } = area.current ?? {}
    form.set(paths.contents, contents.slice(0, selectionStart) + tag + contents.slice(selectionEnd))
    area.current?.focus()
  }
  return (
    <Form
      form={form}
      save={template.canEdit ? t('submit') : null}
      onCancel={() => form.leave(place.leave)}
      actions={<span />}
    >
      <fieldset className={classes['group']} disabled={!template.canEdit}>
        {/* The fields that both kinds have are the same in both forms. */}
        <TemplateFields survey={survey} form={form as unknown as MailForm} />
        <LanguageBar
          survey={survey}
          locales={versions.map((version) => version.locale)}
          at={at}
          show={setWanted}
          add={(added) => {
            form.set('languages', [...languages, { locale: added, subject: shown.subject, contents }])
            setWanted(versions.length)
          }}
          remove={(place) => {
            form.set('languages', languages.toSpliced(place - 1, 1))
            setWanted(0)
          }}
          wrong={[]}
          readOnly={!template.canEdit}
        />
        <Card title={t('message')}>
          <div className={classes['group']}>
            <TextInput label={t('subject')} {...form.field(paths.subject)} />
            <Textarea
              ref={area}
              label={t('contents')}
              required
              autosize
              minRows={4}
              {...form.field(paths.contents)}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              description={<Length contents={contents} />}
            />
            <div>
              <TagMenu survey={survey} insert={insert}>
                <Button variant="default" leftSection={<IconBraces size={16} aria-hidden="true" />}>
                  {t('mergeTags')}
                </Button>
              </TagMenu>
            </div>
          </div>
        </Card>
      </fieldset>
    </Form>
  )
}

/** Characters and parts of a message. Values that are filled in make it longer or shorter. */
function Length({ contents }: { contents: string }) {
  const t = useTexts()
  const format = useFormat()
  const { characters, parts, left, encoding } = messageLength(contents)
  const words = t('length', { n: format.number(characters), parts: format.number(parts), left: format.number(left) })
  return (
    <>
      {words} {encoding === 'UCS-2' && t('unicode')} {contents.includes('{{') && t('lengthTags')}
    </>
  )
}
