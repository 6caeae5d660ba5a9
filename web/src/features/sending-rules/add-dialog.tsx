import { Textarea } from '@mantine/core'
import { addSuppressed, maxSuppressed } from '@gensvar/contract/sending-rules'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { addressesOf, linesOf } from './read-addresses.ts'
import classes from './sending-rules.module.css'
import { text, useTexts } from './texts.ts'

/** Most bytes of a file of addresses. */
const maxBytes = 10_000_000

interface Props {
  opened: boolean
  onClose: () => void
  onAdded: () => void
}

/** Adds addresses that nothing is sent to: typed, pasted, or read from a file. */
export function AddDialog({ opened, onClose, onAdded }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const form = useContractForm(addSuppressed, {
    initial: { addresses: [], reason: 'entered' },
    adds: true,
    done: ({ added, known }) => text('added', { added: format.number(added), known: format.number(known) }),
    onSaved() {
      close()
      onAdded()
    },
  })
  const { addresses } = form.values
  function close(): void {
    setTyped('')
    setFile(null)
    onClose()
  }
  function take(lines: readonly string[], reason: 'entered' | 'imported'): void {
    form.set('addresses', [...lines])
    form.set('reason', reason)
  }
  async function read(chosen: File | null): Promise<void> {
    setFile(chosen)
    if (chosen === null) return
    const found = addressesOf(await chosen.text())
    setTyped(found.join('\n'))
    take(found, 'imported')
  }
  const { onChange: _, ...field } = form.field('addresses')
  const isTooMuch = addresses.length > maxSuppressed
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={close}
      title={t('add')}
      size={560}
      save={t('addCount', { count: addresses.length, n: format.number(addresses.length) })}
      saveDisabled={addresses.length === 0 || isTooMuch}
    >
      <div className={classes['part']}>
        <Textarea
          label={t('addresses')}
          autosize
          minRows={6}
          maxRows={14}
          {...field}
          error={isTooMuch ? t('tooMany', { most: format.number(maxSuppressed) }) : field.error}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            take(linesOf(value), file === null ? 'entered' : 'imported')
          }}
          // The server counts lines without the empty ones.
          onBlur={() => setTyped(addresses.join('\n'))}
        />
        <div>
          <span className={classes['label']}>{t('fromFile')}</span>
          <FileDrop types={['.txt', '.csv']} maxBytes={maxBytes} file={file} onFile={(chosen) => void read(chosen)} />
        </div>
      </div>
    </FormDialog>
  )
}
