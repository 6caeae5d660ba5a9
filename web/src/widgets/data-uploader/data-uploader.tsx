import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportResult } from './use-importing.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { NoAccess } from '#web/ui/states/states.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { ChooseFile } from './choose-file.tsx'
import classes from './data-uploader.module.css'
import { Mapping } from './mapping.tsx'
import { useTexts } from './texts.ts'
import type { UploadedFile } from './use-importing.ts'

/** Imports spreadsheets as responses: upload, link columns to fields, check, import or update. */
export function DataUploader({ config }: WidgetProps<'data-uploader'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('data-uploader', 'files', config.id, {})
  return (
    <WidgetFrame query={query} title={text(config.title) || t('uploaderTitle')} height={220}>
      {({ files, mayImport }) =>
        mayImport ? <Uploader component={config.id} files={files} /> : <NoAccess compact>{t('mayNotImport')}</NoAccess>
      }
    </WidgetFrame>
  )
}

/** Where an upload is: choosing a file, or linking its columns; and how the last import went. */
function Uploader({ component, files }: { component: string; files: readonly string[] }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const survey = useSurveyStart().survey.extName
  const [opened, setOpened] = useState<UploadedFile | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)

  function open(file: UploadedFile): void {
    setResult(null)
    setOpened(file)
  }

  function close(): void {
    setOpened(null)
    // The list of files that were uploaded earlier has changed.
    void queryClient.invalidateQueries({ queryKey: ['widget', survey] })
  }

  function end(ended: ImportResult): void {
    setResult(ended)
    if (!ended.ok) return
    setOpened(null)
    // Figures, filters, doubts and units: everything known of the survey may have changed.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(survey) })
  }

  return (
    <div className={classes['uploader']}>
      {result !== null && (
        <p className={classes['result']} role={result.ok ? 'status' : 'alert'} data-ok={result.ok}>
          {result.ok ? t('imported', { count: result.ninterviews }) : t('importFailed', { reason: result.error ?? '' })}
          {result.ok &&
            result.nalerts > 0 &&
            ` (${t(result.notices ? 'alertsRaised' : 'alertsUntold', { count: result.nalerts })})`}
          {result.ok && result.nerased > 0 && ` (${t('rowsErased', { count: result.nerased })})`}
          {result.ok && result.nlate > 0 && ` (${t('cameLate', { count: result.nlate })})`}
        </p>
      )}
      {opened === null ? (
        <ChooseFile survey={survey} component={component} files={files} onOpen={open} />
      ) : (
        <Mapping
          key={`${opened.filename} ${opened.spreadsheet.sheet}`}
          survey={survey}
          component={component}
          file={opened}
          onSheet={setOpened}
          onClose={close}
          onStart={() => setResult(null)}
          onEnd={end}
        />
      )}
    </div>
  )
}
