import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useFormat } from '#web/lib/format.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { FaceIcon } from '#web/ui/face-icon.tsx'
import classes from './interview.module.css'
import { DownloadButton } from './download-button.tsx'
import { LabelledList } from './labelled-list.tsx'
import { ShareMenu } from './share-menu.tsx'
import { useTexts } from './texts.ts'

/** How many background answers the card shows at most. */
const maxAnswers = 8

/** Who answered and how it went, at a glance; its file and sharing if the survey allows them. */
export function HeaderCard({ data, survey }: { data: InterviewData; survey: string }) {
  const t = useTexts()
  const format = useFormat()
  const { reports } = useSurveyStart().survey
  const { header, faceIcon, rating, ratingMax, bgAnswers } = data.sidebarData
  return (
    <section className={classes['headerCard']} aria-labelledby="interview-title">
      <div className={classes['who']}>
        {faceIcon !== null && <FaceIcon grade={faceIcon} size={40} />}
        <div className={classes['names']}>
          <h1 id="interview-title" className={classes['title']}>
            {header.title}
          </h1>
          <p className={classes['subtitle']}>{header.subtitle}</p>
        </div>
        {rating !== null && (
          <p
            className={classes['rating']}
            role="img"
            aria-label={ratingMax === null ? t('rating', { rating }) : t('ratingOf', { rating, top: ratingMax })}
          >
            <span aria-hidden="true">
              {format.number(rating)}
              {ratingMax !== null && <small> / {format.number(ratingMax)}</small>}
            </span>
          </p>
        )}
        {(data.enableSharing || reports.singleInterview) && (
          <div className={classes['acts']}>
            {reports.singleInterview && <DownloadButton survey={survey} interviewId={data.interviewId} />}
            {data.enableSharing && <ShareMenu data={data} survey={survey} />}
          </div>
        )}
      </div>
      {bgAnswers.length > 0 && <LabelledList fields={bgAnswers.slice(0, maxAnswers)} />}
    </section>
  )
}
