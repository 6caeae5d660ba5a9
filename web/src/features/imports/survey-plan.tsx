import type { NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { CreateBar } from './create-bar.tsx'
import { LevelsCard } from './levels-card.tsx'
import classes from './new-survey.module.css'
import { useOpenCreated } from './open-created.ts'
import { PagePreview } from './page-preview.tsx'
import { PlanDoubts } from './plan-doubts.tsx'
import { PlanNotes, PlanProblems } from './plan-notes.tsx'
import { PlanSettings } from './plan-settings.tsx'
import { SurveyNames } from './survey-names.tsx'
import { useTexts } from './texts.ts'
import { useNewSurvey } from './use-new-survey.ts'
import type { NewSurvey, SurveyFile } from './use-new-survey.ts'

/** What a file is read with before anything was chosen: everything is inferred. */
function useFirstOptions(file: SurveyFile): NewSurveyOptions {
  const t = useTexts()
  const { universe } = useIdentity()
  const [first] = useState<NewSurveyOptions>(() => ({
    survey: file.survey,
    title: file.title,
    // An empty installation has no organisation yet.
    universe: universe === null ? 'organisation' : null,
    universeTitle: universe === null ? t('ownOrganisation') : null,
    hierarchy: null,
    date: null,
    dateFormat: null,
    key: null,
    main: null,
    sheet: null,
    headerRows: null,
    include: [],
    repeated: null,
    columns: [],
    decisions: [],
  }))
  return first
}

/** Opens the survey once it is made. */
function useOpening({ created }: NewSurvey, { filename }: SurveyFile): boolean {
  const { username } = useIdentity()
  const { mutate: open, isPending, isError } = useOpenCreated()
  useEffect(() => {
    if (created === null) return
    const { universe, survey, importSetId, ninterviews } = created
    open({ universe, made: { survey, importSetId, ninterviews, filename, username } })
  }, [created, filename, username, open])
  return isPending || (created !== null && !isError)
}

/** Words for why a check or the creation did not start, but for what is shown at a field. */
function failureText(failure: unknown): string | null {
  if (failure === null || failure === undefined) return null
  const isAtField = failure instanceof ApiError && Object.keys(failure.fields).some((name) => fieldsHere.has(name))
  return isAtField ? null : errorText(failure)
}

const fieldsHere = new Set(['survey', 'title', 'universe', 'universeTitle'])

/** A file and the survey that is made of it: what was understood, what can be changed, the first page, and Create. */
export function SurveyPlan({ file, survey }: { file: SurveyFile; survey: string }) {
  const t = useTexts()
  const format = useFormat()
  const plan = useNewSurvey(file, useFirstOptions(file))
  const isOpening = useOpening(plan, file)
  const { understood, options, change, failure } = plan
  const check = understood?.check ?? null
  const problems = understood?.problems ?? []
  const wrong = failure instanceof ApiError ? failure.fields : {}
  const words = failureText(failure)
  const isChecking = plan.underway === 'check'
  return (
    <>
      <p className={classes['about']}>
        <strong>{file.filename}</strong>
        <span className={classes['quiet']}>
          {format.size(file.size)}
          {check !== null &&
            ` · ${t('found', { rows: format.number(check.rows), columns: format.number(check.columns.length) })}`}
        </span>
        <AppLink href={paths.newSurvey(survey)}>{t('otherFile')}</AppLink>
      </p>
      {words !== null && (
        <p role="alert" className={classes['failure']}>
          {words}
        </p>
      )}
      <div className={classes['plan']} aria-busy={isChecking}>
        {problems.length > 0 && <PlanProblems problems={problems} />}
        <div className={classes['pair']}>
          <SurveyNames options={options} wrong={wrong} onChange={change} />
          {check !== null && <LevelsCard check={check} onChange={change} />}
        </div>
        {understood !== null && (
          <PlanSettings file={file} understood={understood} options={options} onChange={change} />
        )}
        {check === null && understood === null && words === null && <Loading height={320} />}
        {check !== null && (
          <>
            <PlanDoubts check={check} options={options} onChange={change} isChecking={isChecking} />
            <PlanNotes notes={check.notes} />
            <ColumnsTable uploadId={file.uploadId} check={check} options={options} onChange={change} />
            <PagePreview page={check.page} isPending={isChecking} />
          </>
        )}
      </div>
      <CreateBar plan={plan} isOpening={isOpening} hasProblems={problems.length > 0} />
    </>
  )
}
