import { Button, Menu, NativeSelect } from '@mantine/core'
import { IconDownload, IconFileTypePdf, IconMail, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { downloadCampaign, listTrackings, maxChosenTrackings } from '@gensvar/contract/campaigns'
import { createLettersDownload, openLetter } from '@gensvar/contract/letters'
import type { TrackingRow } from './tracking.ts'
import { useCallback, useMemo, useState } from 'react'
import type { Key } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { openFile } from '#web/lib/open-file.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { campaignsKey } from './queries.ts'
import type { Campaign, RecordedMessage } from './queries.ts'
import { filtersOf, valuePrefix } from './tracking.ts'
import type { TrackingFilter } from './tracking.ts'
import type { CampaignActions } from './use-campaign-actions.ts'
import { useTrackingColumns } from './use-tracking-columns.tsx'
import type { StateWord } from './use-tracking-columns.tsx'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const RecordingsDialog = whenOpened(() => import('./recordings-dialog.tsx').then((file) => file.RecordingsDialog))
const PreviewDialog = whenOpened(() => import('./preview-dialog.tsx').then((file) => file.PreviewDialog))

const newestFirst = { by: 'id', desc: true }
const keyOf = ({ id }: TrackingRow): number => id
const nothing: readonly never[] = []

interface Props {
  survey: string
  component: string
  campaign: Campaign
  actions: CampaignActions
}

/** What somebody is asked before it is done: to messages, or to the campaign. */
type Question = { kind: 'resend' | 'deleteMessages'; ids: number[] } | { kind: 'stop' | 'delete' }

/** The messages of a campaign, paged and sorted by the server, with what root does with them. */
export function TrackingTable({ survey, component, campaign, actions }: Props) {
  const t = useTexts()
  const format = useFormat()
  const { isRoot } = useIdentity()
  const { canViewInterviews } = useSurveyStart().rights
  const [state, setState] = useState<TrackingFilter>()
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set())
  const [question, setQuestion] = useState<Question | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [shown, setShown] = useState<TrackingRow | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const [played, setPlayed] = useState<RecordedMessage | null>(null)
  const [isPlayed, setIsPlayed] = useState(false)
  const { id: campaignId, isAnonymous } = campaign
  const list = useList({
    key: useMemo(() => [...campaignsKey, survey, String(campaignId)], [survey, campaignId]),
    filteredBy: state ?? '',
    load: useCallback(
      async ({ rowFrom, rowTo, sortVar, sortDesc, filter }: ListQuery, signal?: AbortSignal) => {
        const query = {
          ...{ from: rowFrom, to: rowTo, text: filter, state },
          ...(sortVar !== undefined && { sortBy: sortVar.replace(valuePrefix, '') }),
          ...(sortDesc !== undefined && { sortDesc }),
        }
        const answer = await call(listTrackings, { params: { survey, campaignId, component }, query }, { signal })
        return { rows: answer.rows, total: answer.totalRows, headers: answer.headers }
      },
      [survey, campaignId, component, state],
    ),
    isPaged: true,
    pages: useMemo(() => ({ id: 'trackings', size: 50, options: [50, 100, 200] }), []),
  })
  const ask = useCallback((next: Question) => {
    setQuestion(next)
    setAsked(true)
  }, [])
  const preview = useCallback((row: TrackingRow) => {
    setShown(row)
    setPreviewed(true)
  }, [])
  const play = useCallback(
    ({ id: trackingId }: TrackingRow) => {
      setPlayed({ survey, campaignId, trackingId })
      setIsPlayed(true)
    },
    [survey, campaignId],
  )
  // What waits in a campaign that was stopped is never sent.
  const stateWord = useCallback(
    (value: Parameters<StateWord>[0]) =>
      t(value === 'PENDING' && campaign.state === 'STOPPED' ? 'message_never' : `message_${value}`),
    [t, campaign.state],
  )
  const download = useCallback(
    ({ id: trackingId }: TrackingRow) =>
      void openFile(openLetter, { params: { survey, campaignId, trackingId } }).catch(notifyError),
    [survey, campaignId],
  )
  const columns = useTrackingColumns({
    stateWord,
    headers: list.query.data?.headers ?? nothing,
    isAnonymous,
    isRoot,
    mayDelete: campaign.campaignType === 'PULL_SINGLE',
    onPreview: preview,
    onDownload: sendsLetters(campaign) ? download : null,
    onPlay: play,
    hasWays: campaign.ways.length > 0 || campaign.toDevices,
    onAsk: ask,
  })
  const hrefOf = useCallback(
    ({ sampleId }: TrackingRow) => (isAnonymous || !canViewInterviews ? null : paths.interview(survey, sampleId)),
    [survey, isAnonymous, canViewInterviews],
  )
  const ids = [...chosen].map(Number)
  const tooMany = ids.length > maxChosenTrackings
  return (
    <>
      <DataTable
        id="trackings"
        title={t('messages')}
        list={list}
        columns={columns}
        ownOrder={newestFirst}
        keyOf={keyOf}
        hrefOf={hrefOf}
        reports="none"
        selection={
          isRoot
            ? {
                keys: chosen,
                onChange: setChosen,
                actions: (
                  <>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={tooMany}
                      leftSection={<IconMail size={14} aria-hidden="true" />}
                      onClick={() => ask({ kind: 'resend', ids })}
                    >
                      {t('mail')}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={tooMany}
                      leftSection={<IconTrash size={14} aria-hidden="true" />}
                      onClick={() => ask({ kind: 'deleteMessages', ids })}
                    >
                      {t('delete')}
                    </Button>
                    {tooMany && (
                      <span className="gv-quiet">{t('tooMany', { most: format.number(maxChosenTrackings) })}</span>
                    )}
                  </>
                ),
              }
            : undefined
        }
        tools={
          <>
            <NativeSelect
              size="sm"
              aria-label={t('state')}
              value={state ?? ''}
              data={[
                { value: '', label: t('allStates') },
                ...filtersOf(isAnonymous).map((value) => ({ value, label: stateWord(value) })),
              ]}
              onChange={({ currentTarget }) => {
                setState(filtersOf(isAnonymous).find((value) => value === currentTarget.value))
                list.setSearch({ page: undefined })
              }}
            />
            {isRoot && <RootTools survey={survey} campaign={campaign} onAsk={ask} />}
          </>
        }
        empty={
          state === undefined ? (
            <Empty title={t('noMessages')}>{t('noMessagesText')}</Empty>
          ) : (
            <Empty title={t('noSuchMessages')} action={{ text: t('showAll'), run: () => setState(undefined) }} />
          )
        }
      />
      <Questions
        question={question}
        opened={isAsked}
        onClose={() => setAsked(false)}
        campaign={campaign}
        actions={actions}
        onDone={() => setChosen(new Set())}
      />
      <PreviewDialog
        opened={isPreviewed}
        onClose={() => setPreviewed(false)}
        survey={survey}
        campaign={campaign}
        row={shown}
      />
      <RecordingsDialog opened={isPlayed} onClose={() => setIsPlayed(false)} message={played} />
    </>
  )
}

/** Stop, download and delete the campaign. */
function RootTools({
  survey,
  campaign,
  onAsk,
}: Pick<Props, 'survey' | 'campaign'> & { onAsk: (next: Question) => void }) {
  const t = useTexts()
  const { id: campaignId, canStop, state } = campaign
  return (
    <>
      <Button
        variant="default"
        disabled={!canStop}
        leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
        onClick={() => onAsk({ kind: 'stop' })}
      >
        {t('stop')}
      </Button>
      {sendsLetters(campaign) && <LetterTools survey={survey} campaignId={campaignId} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />}>
            {t('download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Menu.Item
              key={format}
              onClick={() =>
                void openFile(downloadCampaign, { params: { survey, campaignId }, query: { format } }).catch(
                  notifyError,
                )
              }
            >
              {formatNames[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        disabled={state === 'STARTED'}
        title={state === 'STARTED' ? t('deleteClosed') : undefined}
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => onAsk({ kind: 'delete' })}
      >
        {t('delete')}
      </Button>
    </>
  )
}

/** All letters that were made, or those that were not downloaded yet, as one file, which the tray of reports follows. */
function LetterTools({ survey, campaignId }: { survey: string; campaignId: number }) {
  const t = useTexts()
  const start = useStartReport()
  return ([false, true] as const).map((onlyNew) => (
    <Button
      key={String(onlyNew)}
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
      loading={start.isPending}
      onClick={() =>
        start.mutate({
          survey,
          create: () => call(createLettersDownload, { params: { survey, campaignId }, body: { onlyNew } }),
        })
      }
    >
      {t(onlyNew ? 'downloadNewLetters' : 'downloadAllLetters')}
    </Button>
  ))
}

interface QuestionsProps {
  question: Question | null
  opened: boolean
  onClose: () => void
  campaign: Campaign
  actions: CampaignActions
  /** Called when it was done to the chosen messages. */
  onDone: () => void
}

/** Asks before messages are sent again or deleted, and before the campaign is stopped or deleted. */
function Questions({ question, opened, onClose, campaign, actions, onDone }: QuestionsProps) {
  const t = useTexts()
  const format = useFormat()
  const { change, remove, resend, removeMessages } = actions
  if (question === null) return <ConfirmDialog opened={false} title="" message="" onOk={onClose} onCancel={onClose} />
  const total = campaign.counts.total
  const messages = 'ids' in question ? question.ids.length : total
  const number = { count: messages, n: format.number(messages) }
  const close = { onSettled: onClose }
  const asked = {
    stop: {
      message: t('stopAsk'),
      details: t('stopDetails', { count: campaign.counts.pending, n: format.number(campaign.counts.pending) }),
      okText: t('stop'),
      busy: change.isPending,
      onOk: () => change.mutate('stop', close),
    },
    delete: {
      message: t('deleteAsk'),
      details: t('deleteDetails', number),
      okText: t('delete'),
      busy: remove.isPending,
      onOk: () => remove.mutate(undefined, close),
    },
    resend: {
      message: t('MAIL_CAMPAIGN_RESEND_CONFIRM_MSG'),
      details: t('resendDetails', number),
      okText: t('resend'),
      busy: resend.isPending,
      onOk: () => resend.mutate('ids' in question ? question.ids : [], { ...close, onSuccess: onDone }),
    },
    deleteMessages: {
      message: t('deleteMessagesAsk', number),
      details: t('deleteMessagesDetails'),
      okText: t('delete'),
      busy: removeMessages.isPending,
      onOk: () => removeMessages.mutate('ids' in question ? question.ids : [], { ...close, onSuccess: onDone }),
    },
  }[question.kind]
  return (
    <ConfirmDialog
      {...asked}
      opened={opened}
      title={t('confirm')}
      danger={question.kind !== 'resend'}
      onCancel={onClose}
    />
  )
}

/** Whether some of its messages are letters. */
function sendsLetters({ sendingType, ways }: Pick<Campaign, 'sendingType' | 'ways'>): boolean {
  return [{ sendingType }, ...ways].some((way) => way.sendingType === 'LETTER')
}
