import type { MailBlock } from '@gensvar/contract/template-editor'
import type { MessageProblem } from '@gensvar/contract/templates'
import { useMemo, useRef, useState } from 'react'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import type { CodeHandle, CodeProblem } from '#web/ui/code-editor/code-types.ts'
import { DesignTools } from './design-tools.tsx'
import { editorHeight } from './editor-height.ts'
import { ImageDialog } from './image-dialog.tsx'
import { useTexts } from './texts.ts'

interface Props {
  survey: string
  value: string
  onChange: (value: string) => void
  /** Path of the form's field. */
  path: string
  blocks: readonly MailBlock[]
  problems: readonly MessageProblem[]
  /** A line to bring into sight. */
  shown: { line: number } | null
  readOnly: boolean
}

/** The design of a mail as MJML, with what can be inserted at the cursor, and what is wrong at its lines. */
export function SourceView({ survey, value, onChange, path, blocks, problems, shown, readOnly }: Props) {
  const t = useTexts()
  const editor = useRef<CodeHandle>(null)
  const [isChoosing, setChoosing] = useState(false)
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
  const lines = useMemo(() => shown && { line: shown.line, endLine: shown.line }, [shown])
  const insert = (text: string) => editor.current?.insert(text)
  return (
    <>
      {!readOnly && (
        <DesignTools survey={survey} blocks={blocks} insert={insert} chooseImage={() => setChoosing(true)} />
      )}
      <CodeEditor
        label={t('source')}
        data-path={path}
        language="xml"
        height={editorHeight}
        value={value}
        onChange={onChange}
        problems={marked}
        shown={lines}
        readOnly={readOnly}
        handle={editor}
      />
      <ImageDialog
        opened={isChoosing}
        survey={survey}
        onClose={() => setChoosing(false)}
        onChoose={({ path: src, alt, width }) => {
          setChoosing(false)
          insert(`<mj-image src="${src}" alt="${alt}" width="${Math.min(width, 550)}px"/>`)
        }}
      />
    </>
  )
}
