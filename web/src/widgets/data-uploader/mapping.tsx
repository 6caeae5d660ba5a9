import { Button, NativeSelect, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getImportFile } from '@gensvar/contract/imports'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { CheckResult } from './check-result.tsx'
import classes from './data-uploader.module.css'
import { FieldTable } from './field-table.tsx'
import { KeyChoice } from './key-choice.tsx'
import type { KeyColumn } from './key-choice.tsx'
import { useTexts } from './texts.ts'
import { useImporting } from './use-importing.ts'
import type { ImportResult, Linked, UploadedFile } from './use-importing.ts'

interface Props {
  survey: string
  component: string
  file: UploadedFile
  /** Called with the same file, read at another sheet. */
  onSheet: (file: UploadedFile) => void
  onClose: () => void
  /** Called when an import starts. */
  onStart: () => void
  onEnd: (result: ImportResult) => void
}

/** Links the columns of a spreadsheet to fields. Every change is checked; what is right can be imported. */
export function Mapping({ survey, component, file, onSheet, onClose, onStart, onEnd }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { mapping, spreadsheet, suggested, mayUpdate } = file
  const [state, setState] = useState(suggested.state)
  const [links, setLinks] = useState<Readonly<Record<string, number>>>(suggested.fieldMapping)
  const [key, setKey] = useState<KeyColumn | null>(suggested.key)
  const [notices, setNotices] = useState(true)
  const importing = useImporting({ survey, component, onEnd })
  const { checked, underway, progress } = importing

  const missing = mapping.columns.filter(({ variable, mandatory }) => mandatory && links[variable] === undefined)
  const isLinked = missing.length === 0 && Object.keys(links).length > 0
  const linked = (update: boolean): Linked => ({
    filename: file.filename,
    sheet: spreadsheet.sheet,
    state,
    fieldMapping: { ...links },
    key,
    update,
  })
  const written = JSON.stringify(linked(false))
  const check = useEffectEvent(() => void importing.start('check', linked(false)))
  useEffect(() => {
    if (isLinked) check()
  }, [written, isLinked])

  // What was checked may be of links that were changed since.
  const mode = checked?.body.update === true ? 'update' : 'import'
  const isCurrent = checked !== null && JSON.stringify({ ...checked.body, update: false }) === written
  const isRight = isCurrent && checked.check.nerrors === 0 && checked.check.rows > 0

  function act(wanted: 'import' | 'update'): void {
    const body = linked(wanted === 'update')
    // An update is checked first, too: its button has to be pressed again.
    if (isRight && mode === wanted) {
      onStart()
      void importing.start('import', { ...body, notices })
    } else void importing.start('check', body)
  }

  const sheet = useMutation({
    mutationFn: (name: string) =>
      call(getImportFile, { params: { survey, component }, query: { filename: file.filename, sheet: name } }),
    onSuccess: onSheet,
  })
  const isImporting = underway === 'import'
  return (
    <div className={classes['mapping']}>
      <p className={classes['about']}>
        <strong className={classes['filename']}>{file.filename}</strong>
        <Button variant="default" size="xs" disabled={isImporting} onClick={onClose}>
          {t('otherFile')}
        </Button>
      </p>
      {file.message !== null && <p className={classes['quiet']}>{file.message}</p>}
      <div className={classes['choices']}>
        {spreadsheet.sheets.length > 1 && (
          <NativeSelect
            label={t('sheet')}
            value={spreadsheet.sheet ?? ''}
            data={spreadsheet.sheets}
            disabled={sheet.isPending || isImporting}
            onChange={({ currentTarget }) => sheet.mutate(currentTarget.value)}
          />
        )}
        <NativeSelect
          label={t('state')}
          value={state}
          data={mapping.states.map(({ name, value }) => ({ value, label: text(name) }))}
          disabled={isImporting}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        />
        <KeyChoice
          columns={spreadsheet.columns}
          value={key}
          mayUpdate={mayUpdate}
          disabled={isImporting}
          onChange={setKey}
        />
      </div>
      <FieldTable
        fields={mapping.columns}
        columns={spreadsheet.columns}
        links={links}
        disabled={isImporting}
        onLink={(variable, idx) => {
          const { [variable]: _before, ...others } = links
          setLinks(idx === null ? others : { ...others, [variable]: idx })
        }}
      />
      {missing.length > 0 && (
        <p className={classes['missing']} role="status">
          {t('linkFirst', { fields: missing.map(({ title, variable }) => text(title) || variable).join(', ') })}
        </p>
      )}
      {importing.failure !== null && (
        <p className={classes['failure']} role="alert">
          {importing.failure}
        </p>
      )}
      {underway !== null && (
        <WorkProgress
          label={t(isImporting ? 'importing' : 'checking')}
          text={[
            t(isImporting ? 'importing' : 'checking'),
            progress?.text,
            progress?.total != null &&
              t('doneOf', { done: format.number(progress.done), total: format.number(progress.total) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          onCancel={importing.cancel}
        />
      )}
      {checked !== null && isLinked && (
        <CheckResult check={checked.check} update={mode === 'update'} isPending={!isCurrent || underway !== null} />
      )}
      {isRight && checked.check.nalerts > 0 && (
        <Switch
          label={t('sendNotices')}
          description={notices ? null : t('heldBackHelp')}
          checked={notices}
          disabled={isImporting}
          onChange={({ currentTarget }) => setNotices(currentTarget.checked)}
        />
      )}
      <div className={classes['buttons']}>
        <Button
          disabled={!isLinked || (mode === 'import' && !isRight) || isImporting}
          loading={isImporting && mode === 'import'}
          onClick={() => act('import')}
        >
          {t('import')}
        </Button>
        {mayUpdate && (
          <Button
            variant={mode === 'update' && isRight ? 'filled' : 'default'}
            disabled={!isLinked || key === null || (mode === 'update' && isCurrent && !isRight) || isImporting}
            loading={isImporting && mode === 'update'}
            onClick={() => act('update')}
          >
            {t('update')}
          </Button>
        )}
        {mayUpdate && key === null && <p className={classes['quiet']}>{t('updateNeedsKey')}</p>}
      </div>
    </div>
  )
}
