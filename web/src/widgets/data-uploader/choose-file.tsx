import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getImportFile, maxUploadBytes, removeImportFile, uploadImportFile } from '@gensvar/contract/imports'
import { call, upload } from '#web/api.ts'
import type { UploadOptions } from '#web/api.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { UploadFile } from '#web/ui/upload-file.tsx'
import classes from './data-uploader.module.css'
import { useTexts } from './texts.ts'
import type { UploadedFile } from './use-importing.ts'

/** Files that can be uploaded. */
const types = ['.xlsx']

interface Props {
  survey: string
  component: string
  /** Names of the caller's files that were uploaded earlier. */
  files: readonly string[]
  onOpen: (file: UploadedFile) => void
}

/** Chooses a spreadsheet and uploads it, or opens one that was uploaded earlier. */
export function ChooseFile({ survey, component, files, onOpen }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const queryClient = useQueryClient()
  const params = { survey, component }

  async function send(file: File, options: UploadOptions): Promise<string | null> {
    const uploaded = await upload(uploadImportFile, { params, query: { filename: file.name }, file }, options)
    if (uploaded.error !== null) return uploaded.error
    onOpen(uploaded)
    return null
  }

  const again = useMutation({
    mutationFn: (filename: string) => call(getImportFile, { params, query: { filename } }),
    onSuccess: (file) => (file.error === null ? onOpen(file) : notifyError(file.error)),
  })
  const removal = useMutation({
    mutationFn: (filename: string) => call(removeImportFile, { params, query: { filename } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['widget', survey] }),
  })
  return (
    <>
      <UploadFile types={types} maxBytes={maxUploadBytes} send={send} />
      {files.length > 0 && (
        <section aria-label={t('earlierFiles')}>
          <h3 className={classes['heading']}>{t('earlierFiles')}</h3>
          <ul className={classes['files']}>
            {files.map((filename) => (
              <li key={filename}>
                <span className={classes['filename']}>{filename}</span>
                <Button
                  variant="default"
                  size="xs"
                  loading={again.isPending && again.variables === filename}
                  aria-label={t('openFile', { name: filename })}
                  onClick={() => again.mutate(filename)}
                >
                  {t('open')}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  loading={removal.isPending && removal.variables === filename}
                  aria-label={app('removeNamed', { name: filename })}
                  onClick={() => removal.mutate(filename)}
                >
                  <IconTrash size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
