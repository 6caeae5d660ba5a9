import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createLetterTemplate,
  getLetterTemplate,
  removeLetterTemplate,
  updateLetterTemplate,
} from '@gensvar/contract/letters'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { LanguageBar } from './language-bar.tsx'
import { LetterDocument } from './letter-document.tsx'
import type { UploadedDocument } from './letter-document.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { LetterVariables } from './letter-variables.tsx'
import { letterTemplateQuery, templatesKey } from './queries.ts'
import { copyOf, letterBodyOf } from './template-body.ts'
import type { MailForm } from './template-body.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplateFrame } from './template-frame.tsx'
import { text, useTexts } from './texts.ts'
import { useEditorKey } from './use-editor-key.ts'
import { useTemplatePlace } from './use-template-place.ts'
import type { TemplatePlace } from './use-template-place.ts'
import letterClasses from './letter.module.css'
import classes from './templates.module.css'

/** The editor of a letter's template; id 0 is a new one, and `duplicate` in the address a copy. */
export function LetterTemplatePage() {
  const place = useTemplatePlace('lettertemplate')
  const { survey, templateId, isCopy } = place
  const { key, created } = useEditorKey(place)
  const query = useQuery(letterTemplateQuery(survey, templateId))
  const { data } = query
  const template = useMemo(() => (data && isCopy ? copyOf(data) : data), [data, isCopy])
  return (
    <DataState query={query} height={480}>
      {() =>
        template && (
          <TemplateFrame
            place={place}
            template={template}
            remove={(id) => call(removeLetterTemplate, { params: { survey, templateId: id } })}
          >
            <LetterForm key={key} place={place} template={template} created={created} />
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

function LetterForm({ place, template, created }: FormProps) {
  const t = useTexts()
  const { survey } = place
  const queryClient = useQueryClient()
  const isNew = template.id === 0
  const initial = useMemo(() => letterBodyOf(template), [template])
  const form = useContractForm((isNew ? createLetterTemplate : updateLetterTemplate) as typeof updateLetterTemplate, {
    params: { survey },
    initial,
    keepsLetters: true,
    latest: async () => letterBodyOf(await call(getLetterTemplate, { params: { survey, templateId: template.id } })),
    done: () => text('saved'),
    onSaved({ template: saved }) {
      queryClient.setQueryData(letterTemplateQuery(survey, saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...templatesKey, 'tags'] })
      if (!isNew) return
      created(saved.id)
      place.open(saved.id, { replace: true })
    },
  })
  const { locale, contents, languages } = form.values
  const versions = [{ locale, contents }, ...languages]
  const [wanted, setWanted] = useState(0)
  const [uploads, setUploads] = useState<ReadonlyMap<string, UploadedDocument>>(new Map())
  const at = Math.min(wanted, languages.length)
  const path = at === 0 ? ('contents' as const) : (`languages.${at - 1}.contents` as const)
  const shown = versions[at] ?? { locale, contents }
  const uploaded = uploads.get(shown.contents)
  return (
    <Form
      form={form}
      save={template.canEdit ? t('submit') : null}
      onCancel={() => form.leave(place.leave)}
      actions={<span />}
    >
      <fieldset className={classes['group']} disabled={!template.canEdit}>
        {/* The fields that all kinds have are the same in all forms. */}
        <TemplateFields survey={survey} form={form as unknown as MailForm} />
        <LanguageBar
          survey={survey}
          locales={versions.map((version) => version.locale)}
          at={at}
          show={setWanted}
          add={(added) => {
            form.set('languages', [...languages, { locale: added, contents: shown.contents }])
            setWanted(versions.length)
          }}
          remove={(place) => {
            form.set('languages', languages.toSpliced(place - 1, 1))
            setWanted(0)
          }}
          wrong={[]}
          readOnly={!template.canEdit}
        />
        <div className={letterClasses['two']}>
          <LetterDocument
            key={path}
            survey={survey}
            templateId={template.id}
            name={uploaded?.name ?? fileNameOf(template, shown.contents)}
            uploaded={uploaded}
            error={form.field(path).error}
            path={path}
            readOnly={!template.canEdit}
            onUploaded={(document) => {
              setUploads((known) => new Map(known).set(document.key, document))
              form.set(path, document.key)
            }}
          />
          <LetterPreview survey={survey} document={shown.contents} language={shown.locale} />
        </div>
        <LetterVariables survey={survey} />
      </fieldset>
    </Form>
  )
}

/** Name of the file of a stored document; empty where there is none. */
function fileNameOf({ contents, design, languages }: StoredTemplate, key: string): string {
  if (key === '') return ''
  return [{ contents, design }, ...languages].find((version) => version.contents === key)?.design ?? ''
}
