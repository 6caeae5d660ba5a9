import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxUploadBytes } from '@gensvar/contract/imports'
import { removeSurveyFile, uploadSurveyFile } from '@gensvar/contract/new-survey'
import { call, upload } from '#web/api.ts'
import type { UploadOptions } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { UploadFile } from '#web/ui/upload-file.tsx'
import { MakersSetting } from './makers-setting.tsx'
import classes from './new-survey.module.css'
import { SurveyPlan } from './survey-plan.tsx'
import { useTexts } from './texts.ts'
import { UploadedFiles } from './uploaded-files.tsx'
import { surveyFilesQuery } from './use-new-survey.ts'
import type { SurveyFile } from './use-new-survey.ts'

/** Files that a survey can be made of. */
const types = ['.xlsx', '.csv']

interface Props {
  /** The survey that was looked at; `-` without one. */
  survey: string
  /** The file that a survey is being made of. */
  uploadId: string | undefined
}

/** Makes a survey of somebody's own file: choose it, see what was understood, create. */
export function NewSurveyPage({ survey, uploadId }: Props) {
  const t = useTexts()
  const { mayCreateSurveys, isRoot, universe } = useIdentity()
  const query = useQuery({ ...surveyFilesQuery, enabled: mayCreateSurveys })
  if (!mayCreateSurveys) return <NoAccess>{t('noAccess')}</NoAccess>
  return (
    <div className={classes['screen']}>
      <h1 className={classes['title']}>{t('title')}</h1>
      <DataState query={query} loading={<Loading height={240} />}>
        {({ files }) => {
          const file = files.find((one) => one.uploadId === uploadId)
          if (file !== undefined) return <SurveyPlan key={file.uploadId} file={file} survey={survey} />
          return (
            <>
              <Start survey={survey} isGone={uploadId !== undefined} files={files} />
              {isRoot && universe !== null && <MakersSetting />}
            </>
          )
        }}
      </DataState>
    </div>
  )
}

/** Where a file is chosen, or one that was uploaded before. */
function Start({ survey, isGone, files }: { survey: string; isGone: boolean; files: readonly SurveyFile[] }) {
  const t = useTexts()
  const format = useFormat()
  const go = useGo()
  const queryClient = useQueryClient()
  const keep = (change: (files: readonly SurveyFile[]) => SurveyFile[]) =>
    queryClient.setQueryData<{ files: SurveyFile[] }>(
      surveyFilesQuery.queryKey,
      (known) => known && { files: change(known.files) },
    )

  async function send(file: File, options: UploadOptions): Promise<null> {
    const uploaded = await upload(uploadSurveyFile, { query: { filename: file.name }, file }, options)
    keep((known) => [uploaded, ...known])
    go(paths.newSurvey(survey, { file: uploaded.uploadId }))
    return null
  }

  function remove(uploadId: string): void {
    keep((known) => known.filter((file) => file.uploadId !== uploadId))
    call(removeSurveyFile, { params: { uploadId } }).catch((error: unknown) => {
      notifyError(error)
      void queryClient.invalidateQueries({ queryKey: surveyFilesQuery.queryKey })
    })
  }

  return (
    <>
      <p className={classes['intro']}>{t('intro', { most: format.size(maxUploadBytes) })}</p>
      {isGone && (
        <p className={classes['gone']} role="status">
          {t('fileGone')}
        </p>
      )}
      <Card title={t('chooseTitle')}>
        <UploadFile types={types} maxBytes={maxUploadBytes} send={send} />
      </Card>
      {files.length > 0 && <UploadedFiles survey={survey} files={files} onRemove={remove} />}
    </>
  )
}
