import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { importUnits, maxHierarchyBytes } from '@gensvar/contract/units'
import type { HierarchyImport } from '@gensvar/contract/units'
import { upload } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { ProblemTable } from '#web/ui/problem-table.tsx'
import { UploadFile } from '#web/ui/upload-file.tsx'
import { useTexts } from './texts.ts'
import classes from './units.module.css'

interface Props {
  opened: boolean
  survey: string
  view: string
  onClose: () => void
  onDone: () => unknown
}

const types = ['.xlsx', '.csv']

/** Reads a hierarchy from a file: it is checked first, and applied once nothing is wrong with it. */
export function ImportDialog({ opened, survey, view, onClose, onDone }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [checked, setChecked] = useState<{ file: File; report: HierarchyImport } | null>(null)
  const [isApplying, setApplying] = useState(false)
  const ask = (file: File, dryRun: boolean, options = {}) =>
    upload(
      importUnits,
      { params: { survey }, query: { filename: file.name, view, dryRun: dryRun ? 'true' : 'false' }, file },
      options,
    )
  const close = () => {
    setChecked(null)
    onClose()
  }

  async function apply(file: File): Promise<void> {
    setApplying(true)
    try {
      const report = await ask(file, false)
      if (!report.applied) return setChecked({ file, report })
      notifyDone(t('imported'))
      close()
      await onDone()
    } catch (error) {
      notifyError(error)
    } finally {
      setApplying(false)
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      {...closeOnEscape(close)}
      title={t('importTitle')}
      size={640}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <div className={classes['import']}>
        <p className={classes['quiet']}>{t('importText')}</p>
        <UploadFile
          types={types}
          maxBytes={maxHierarchyBytes}
          send={async (file, options) => {
            setChecked({ file, report: await ask(file, true, options) })
            return null
          }}
        />
        {checked !== null && (
          <Checked report={checked.report} isApplying={isApplying} onApply={() => void apply(checked.file)} />
        )}
      </div>
    </Modal>
  )
}

function Checked({
  report,
  isApplying,
  onApply,
}: {
  report: HierarchyImport
  isApplying: boolean
  onApply: () => void
}) {
  const t = useTexts()
  const format = useFormat()
  const { creates, changes, moves, problems, listed } = report
  if (problems > 0)
    return (
      <section className={classes['touches']}>
        <p role="alert" className={classes['wrong']}>
          {t('problems', { count: problems, n: format.number(problems) })}
        </p>
        <ProblemTable label={t('problemTable')} problems={listed} />
      </section>
    )
  const isNothing = creates + changes + moves === 0
  return (
    <section className={classes['touches']}>
      <p role="status">
        {isNothing
          ? t('nothingChanges')
          : t('willChange', {
              creates: format.number(creates),
              changes: format.number(changes),
              moves: format.number(moves),
            })}
      </p>
      {!isNothing && (
        <Button loading={isApplying} onClick={onApply}>
          {t('apply')}
        </Button>
      )}
    </section>
  )
}
