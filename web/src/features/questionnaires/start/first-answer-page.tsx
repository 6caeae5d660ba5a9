import { Button, CopyButton, Loader, TextInput } from '@mantine/core'
import { IconCheck, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QuestionnaireProgress } from '@gensvar/contract/questionnaires'
import type { ReactNode } from 'react'
import { refreshIdentity } from '#web/features/session/session.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { sessionStore, useIdentity } from '#web/lib/session-store.ts'
import { startAddress, surveyStartQuery } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { progressQuery } from '../queries.ts'
import { useTexts } from '../texts.ts'
import classes from './start.module.css'

/** The way of a survey to its first answer: published, its link and QR code, the answer as it arrives, the dashboard. */
export function FirstAnswerPage({ survey }: { survey: string }) {
  const t = useTexts()
  const { mayCreateSurveys } = useIdentity()
  const query = useQuery({ ...progressQuery(survey), enabled: mayCreateSurveys })
  if (!mayCreateSurveys) return <NoAccess>{t('noAccess')}</NoAccess>
  return (
    <DataState query={query} height={480}>
      {(progress) => <Steps progress={progress} />}
    </DataState>
  )
}

function Steps({ progress }: { progress: QuestionnaireProgress }) {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const { survey, published, hasDraft, link, answers } = progress
  const title = t('firstAnswerTitle', { survey: text(progress.title) })
  const isAnswered = (answers ?? 0) > 0
  // A survey from a file has answers before its questionnaire is published.
  const hasAnswer = published !== null && isAnswered
  useScreenTitle(title)
  return (
    <div className={classes['screen']}>
      <h1 className={classes['title']}>{title}</h1>
      <ol className={classes['steps']}>
        <Step title={t('stepPublish')} isDone={published !== null} isNext={published === null}>
          {published === null ? (
            <>
              <p>{t('stepPublishText')}</p>
              <Button onClick={() => go(paths.questionnaire(survey))}>{t('toQuestions')}</Button>
            </>
          ) : (
            <>
              <p>
                {hasDraft ? t('stepPublishedDraft', { number: published }) : t('stepPublished', { number: published })}
              </p>
              <Button variant="default" size="compact-md" onClick={() => go(paths.questionnaire(survey))}>
                {t('toQuestions')}
              </Button>
            </>
          )}
        </Step>
        <Step title={t('stepLink')} isDone={hasAnswer} isNext={published !== null && !hasAnswer}>
          {link !== null ? (
            <Link progress={progress} link={link} />
          ) : (
            <p>{t(published === null ? 'stepLinkLater' : 'stepNoLink')}</p>
          )}
        </Step>
        <Step title={t('stepAnswer')} isDone={hasAnswer} isNext={false}>
          <Answers progress={progress} />
        </Step>
        <Step title={t('stepDashboard')} isDone={false} isNext={hasAnswer}>
          <p>{t('stepDashboardText')}</p>
          <OpenDashboard survey={survey} isNext={hasAnswer} isOff={published === null && !isAnswered} />
        </Step>
      </ol>
    </div>
  )
}

interface StepProps {
  title: string
  isDone: boolean
  /** It is what has to be done now. */
  isNext: boolean
  children: ReactNode
}

function Step({ title, isDone, isNext, children }: StepProps) {
  const t = useTexts()
  return (
    <li className={classes['step']} data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={classes['stepMark']}>{isDone && <IconCheck size={16} stroke={2.5} aria-hidden="true" />}</span>
      <div className={classes['stepBody']}>
        <h2 className={classes['stepTitle']}>
          {title}
          {isDone && <span className={classes['hidden']}> ({t('done')})</span>}
        </h2>
        {children}
      </div>
    </li>
  )
}

/** The link to copy, to open, and as a code for a phone or a sign at the till. */
function Link({ progress, link }: { progress: QuestionnaireProgress; link: string }) {
  const t = useTexts()
  const text = useLocalText()
  const { qrCode } = progress
  const image = qrCode === null ? null : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrCode)}`
  return (
    <div className={classes['link']}>
      {image !== null && <img className={classes['code']} src={image} alt={t('qrCode')} width={168} height={168} />}
      <div className={classes['linkBody']}>
        <p>{t('linkText')}</p>
        <div className={classes['address']}>
          <TextInput readOnly aria-label={t('link')} value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton value={link} timeout={3000}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
              </Button>
            )}
          </CopyButton>
        </div>
        <div className={classes['buttons']}>
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noopener"
            variant="subtle"
            size="compact-md"
            leftSection={<IconExternalLink size={16} aria-hidden="true" />}
          >
            {t('openLink')}
          </Button>
          {qrCode !== null && (
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => saveFile(text(progress.title), 'svg', new Blob([qrCode], { type: 'image/svg+xml' }))}
            >
              {t('saveCode')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** How many answers there are, told as the first arrives. */
function Answers({ progress: { published, answers } }: { progress: QuestionnaireProgress }) {
  const t = useTexts()
  const format = useFormat()
  const isWaiting = published !== null && answers === 0
  const words =
    published === null
      ? t('answersLater')
      : answers === null
        ? t('answersHidden')
        : answers === 0
          ? t('answersWaiting')
          : t('answersArrived', { count: answers, n: format.number(answers) })
  return (
    <div className={classes['waiting']}>
      {isWaiting && <Loader size={18} color="var(--gv-accent-text)" aria-hidden="true" />}
      <p role="status">{words}</p>
    </div>
  )
}

interface OpenProps {
  survey: string
  isNext: boolean
  isOff: boolean
}

/** Opens the dashboard of the survey, with what it knows by now. */
function OpenDashboard({ survey, isNext, isOff }: OpenProps) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const open = useMutation({
    async mutationFn() {
      await refreshIdentity()
      const query = surveyStartQuery(survey)
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      const start = await queryClient.fetchQuery({ ...query, staleTime: 0 })
      sessionStore.set({ survey, drillPath: start.startPath })
      go(startAddress(start))
    },
    onError: notifyError,
  })
  return (
    <Button
      variant={isNext ? undefined : 'default'}
      disabled={isOff}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      {t('openDashboard')}
    </Button>
  )
}
