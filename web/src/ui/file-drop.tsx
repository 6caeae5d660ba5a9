import { Button, CloseButton } from '@mantine/core'
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import type en from '#web/locales/en/later/imports.json'
import { useFormat } from '#web/lib/format.ts'
import { defineLaterTexts } from '#web/lib/texts.ts'
import classes from './file-drop.module.css'

const useTexts = defineLaterTexts<typeof en>('imports')

interface Props {
  /** Endings of the files that are taken, such as `.xlsx`. */
  types: readonly string[]
  /** Size of the largest file taken, in bytes. */
  maxBytes: number
  file: File | null
  onFile: (file: File | null) => void
  disabled?: boolean
}

/** Takes a file: dropped, or chosen with the button. One that cannot be used is told at once and not taken. */
export function FileDrop({ types, maxBytes, file, onFile, disabled = false }: Props) {
  const t = useTexts()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  function take(given: File | undefined): void {
    if (given === undefined || disabled) return
    const why = reason(given)
    setRefused(why)
    onFile(why === null ? given : null)
  }

  function reason({ name, size }: File): string | null {
    const isKnown = types.some((type) => name.toLowerCase().endsWith(type))
    if (!isKnown) return t('wrongType', { name, types: types.join(', ') })
    if (size === 0) return t('emptyFile', { name })
    return size > maxBytes ? t('tooLarge', { name, size: format.size(size), most: format.size(maxBytes) }) : null
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <div
      className={classes['place']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {file === null ? (
        <>
          <IconFileUpload size={32} stroke={1.5} aria-hidden="true" className={classes['icon']} />
          <Button variant="default" disabled={disabled} onClick={() => input.current?.click()} aria-describedby={hint}>
            {t('chooseFile')}
          </Button>
          <p id={hint} className={classes['hint']}>
            {t('dropHint', { types: types.join(', '), most: format.size(maxBytes) })}
          </p>
        </>
      ) : (
        <p className={classes['file']}>
          <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden="true" className={classes['icon']} />
          <span className={classes['name']}>{file.name}</span>
          <span className={classes['size']}>{format.size(file.size)}</span>
          {!disabled && <CloseButton aria-label={t('removeFile', { name: file.name })} onClick={() => onFile(null)} />}
        </p>
      )}
      <p role="alert" className={classes['refused']}>
        {refused}
      </p>
    </div>
  )
}
