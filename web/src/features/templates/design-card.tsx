import type { MailBlock } from '@gensvar/contract/template-editor'
import type { MessageProblem } from '@gensvar/contract/templates'
import { useMemo, useRef, useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import type { CodeHandle, CodeProblem } from '#web/ui/code-editor/code-types.ts'
import { DesignTools } from './design-tools.tsx'
import type { MailForm } from './template-body.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

const ImageDialog = whenOpened(() => import('./image-dialog.tsx').then((file) => file.ImageDialog))

/** Least height of the editor of a mail, in pixels. */
const editorHeight = 900

interface Props {
  survey: string
  form: MailForm
  blocks: readonly MailBlock[]
  problems: readonly MessageProblem[]
  readOnly: boolean
}

/** The design of a mail as MJML, with what can be inserted at the cursor, and what is wrong at its lines. */
export function DesignCard({ survey, form, blocks, problems, readOnly }: Props) {
  const t = useTexts()
  const editor = useRef<CodeHandle>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { error, value, onChange, onFocus, onBlur } = form.field('design.mjml')
  const marked = useMemo(
    () =>
      problems
        .filter(({ part }) => part === 'mjml')
        .map(({ line, isError, text }): CodeProblem => ({
          ...{ line: line ?? 1, column: null, message: text },
          severity: isError ? 'error' : 'warning',
        })),
    [problems],
  )
  const insert = (text: string) => editor.current?.insert(text)
  return (
    <Card title={t('design')} subtitle={t('designHelp')}>
      {!readOnly && (
        <DesignTools
          survey={survey}
          form={form}
          blocks={blocks}
          insert={insert}
          chooseImage={() => setChoosing(true)}
        />
      )}
      <div onFocus={onFocus} onBlur={onBlur}>
        <CodeEditor
          label={t('design')}
          data-path="design.mjml"
          language="xml"
          height={editorHeight}
          value={value}
          onChange={onChange}
          problems={marked}
          readOnly={readOnly}
          handle={editor}
        />
        {error !== undefined && error !== null && (
          <p role="alert" className={classes['wrong']}>
            {error}
          </p>
        )}
      </div>
      <ImageDialog
        opened={isChoosing}
        survey={survey}
        onClose={() => setChoosing(false)}
        onChoose={({ path, alt, width }) => {
          setChoosing(false)
          insert(`<mj-image src="${path}" alt="${alt}" width="${Math.min(width, 550)}px"/>`)
        }}
      />
    </Card>
  )
}
