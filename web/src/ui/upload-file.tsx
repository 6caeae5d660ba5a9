import { Button } from '@mantine/core'
import type en from '#web/locales/en/later/imports.json'
import { useRef, useState } from 'react'
import type { UploadOptions } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { defineLaterTexts } from '#web/lib/texts.ts'
import { FileDrop } from './file-drop.tsx'
import { useUnsaved } from './form/use-unsaved.ts'
import classes from './upload-file.module.css'
import { WorkProgress } from './work-progress.tsx'

const useTexts = defineLaterTexts<typeof en>('imports')

const ConfirmDialog = whenOpened(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  types: readonly string[]
  maxBytes: number
  /** Sends the file; returns why it cannot be used, or null if all is well. */
  send: (file: File, options: UploadOptions) => Promise<string | null>
}

/**
 * Chooses a file and uploads it: progress, cancel, and a question before the page is left during an upload. After a
 * failure, which is told in words, no file is chosen.
 */
export function UploadFile({ types, maxBytes, send }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<{ bytes: number; of: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const upload = useRef<AbortController | null>(null)
  const cancel = () => upload.current?.abort(new DOMException('Cancelled', 'AbortError'))
  const leaving = useUnsaved(() => upload.current !== null, cancel)

  async function start(chosen: File): Promise<void> {
    const current = new AbortController()
    upload.current = current
    setFailure(null)
    setSent({ bytes: 0, of: chosen.size })
    const why = await send(chosen, {
      signal: current.signal,
      onProgress: (bytes, of) => setSent({ bytes, of }),
    }).catch((error: unknown) => (current.signal.aborted ? null : errorText(error)))
    upload.current = null
    setSent(null)
    if (why !== null) setFile(null)
    setFailure(why)
  }

  const size = (bytes: number) => format.size(bytes)
  return (
    <div className={classes['upload']}>
      <FileDrop
        types={types}
        maxBytes={maxBytes}
        file={file}
        disabled={sent !== null}
        onFile={(chosen) => {
          setFile(chosen)
          setFailure(null)
        }}
      />
      {failure !== null && (
        <p role="alert" className={classes['failure']}>
          {t('uploadFailed', { reason: failure })}
        </p>
      )}
      {sent === null ? (
        <Button disabled={file === null} onClick={() => file !== null && void start(file)}>
          {t('upload')}
        </Button>
      ) : (
        <WorkProgress
          label={t('uploading')}
          text={sent.bytes < sent.of ? t('sent', { done: size(sent.bytes), total: size(sent.of) }) : t('reading')}
          done={sent.bytes}
          total={sent.of}
          onCancel={cancel}
        />
      )}
      <ConfirmDialog
        opened={leaving.isAsked}
        title={t('leaveTitle')}
        message={t('leaveText')}
        okText={t('leave')}
        danger
        onOk={leaving.discard}
        onCancel={leaving.stay}
      />
    </div>
  )
}
