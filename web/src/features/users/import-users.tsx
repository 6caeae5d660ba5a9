import { Button, Group, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { importUsers, maxUserFileBytes } from '@gensvar/contract/user-sheets'
import { upload } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { ProblemTable } from '#web/ui/problem-table.tsx'
import { UploadFile } from '#web/ui/upload-file.tsx'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { usePeopleTexts } from './people-texts.ts'
import classes from './user-list.module.css'

type Check = Answer<typeof importUsers>

interface Props {
  opened: boolean
  survey: string
  onClose: () => void
}

/** Adds and changes users by a file, which is checked first: nothing is written while anything is wrong. */
export function ImportUsers({ opened, survey, onClose }: Props) {
  const t = usePeopleTexts()
  const app = useAppTexts()
  const queryClient = useQueryClient()
  const [checked, setChecked] = useState<{ file: File; check: Check } | null>(null)
  const inputOf = (file: File, write: boolean) => ({
    file,
    params: { survey },
    query: { filename: file.name, write: write ? 'true' : 'false' },
  })
  const saving = useRef<AbortController | null>(null)
  const cancel = () => saving.current?.abort(new DOMException('Cancelled', 'AbortError'))
  const close = () => {
    cancel()
    setChecked(null)
    onClose()
  }
  const save = useMutation({
    async mutationFn(file: File) {
      const current = new AbortController()
      saving.current = current
      return upload(importUsers, inputOf(file, true), { signal: current.signal }).catch((error: unknown) => {
        // Whoever cancels knows it; nothing was imported.
        if (current.signal.aborted) return null
        throw error
      })
    },
    onSuccess(check, file) {
      if (check === null) return
      if (!check.done) return setChecked({ file, check })
      notifyDone(t('imported', { created: check.created, changed: check.changed }))
      close()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['list', 'users'] }),
  })
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="xl"
      title={t('importTitle')}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <p className={classes['note']}>{t('importHelp')}</p>
      <UploadFile
        types={['.xlsx', '.csv']}
        maxBytes={maxUserFileBytes}
        send={async (file, options) => {
          setChecked(null)
          setChecked({ file, check: await upload(importUsers, inputOf(file, false), options) })
          return null
        }}
      />
      {checked !== null && (
        <Checked
          check={checked.check}
          busy={save.isPending}
          onImport={() => save.mutate(checked.file)}
          onCancel={cancel}
        />
      )}
    </Modal>
  )
}

interface CheckedProps {
  check: Check
  /** Whether it is being imported. */
  busy: boolean
  onImport: () => void
  onCancel: () => void
}

function Checked({ check, busy, onImport, onCancel }: CheckedProps) {
  const t = usePeopleTexts()
  const { created, changed, unchanged, nproblems, problems } = check
  const isNothing = created + changed === 0
  return (
    <section aria-label={t('checkTitle')} className={classes['check']}>
      <p role="status">{t('checkCounts', { created, changed, unchanged })}</p>
      {nproblems > 0 ? (
        <>
          <p role="alert" className={classes['wrong']}>
            {t('checkProblems', { count: nproblems })}
          </p>
          <ProblemTable label={t('checkProblems', { count: nproblems })} problems={problems} />
        </>
      ) : busy ? (
        <WorkProgress
          label={t('importing', { count: created + changed })}
          text={t('importing', { count: created + changed })}
          done={0}
          total={null}
          onCancel={onCancel}
        />
      ) : (
        <Group justify="flex-end">
          <Button onClick={onImport} disabled={isNothing}>
            {t('importButton', { count: created + changed })}
          </Button>
        </Group>
      )}
    </section>
  )
}
