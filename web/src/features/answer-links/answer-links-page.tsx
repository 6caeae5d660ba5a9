import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPrinter, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAnswerLinks, renewAnswerLinks } from '@gensvar/contract/answering'
import type { AnswerLinks } from '@gensvar/contract/answering'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import classes from './answer-links.module.css'
import { QrCode } from './qr-code.tsx'
import { useTexts } from './texts.ts'

/** Codes that are drawn and printed at once; of more, one looks for places. */
const mostShown = 200

/** The links that anybody can answer a survey at, and their codes on a sheet to print. */
export function AnswerLinksPage({ survey }: { survey: string }) {
  const t = useTexts()
  const [asked, setAsked] = useState<{ view?: string; level?: string }>({})
  const [term, setTerm] = useState('')
  const query = useQuery({
    queryKey: ['answer-links', survey, asked],
    queryFn: ({ signal }) => call(listAnswerLinks, { params: { survey }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
  })
  useScreenTitle(t('title'))
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t('title')}</h1>
      <DataCard title={t('sheet')} subtitle={t('subtitle')} query={query} height={480}>
        {(links) => (
          <>
            {!links.isOpen && (
              <Alert color="yellow" className={classes['aside']}>
                {t('closed')}
              </Alert>
            )}
            <div className={classes['bar']}>
              <PlaceSelects links={links} onAsk={setAsked} />
              <TextInput
                label={t('search')}
                value={term}
                maxLength={200}
                onChange={({ currentTarget }) => setTerm(currentTarget.value)}
              />
              <Button leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => globalThis.print()}>
                {t('print')}
              </Button>
              <RenewButton survey={survey} />
              <a href={links.trialUrl} target="_blank" rel="noopener">
                {t('try')}
              </a>
            </div>
            <Sheet links={links} term={term} />
          </>
        )}
      </DataCard>
    </div>
  )
}

function PlaceSelects({
  links: { views, view, level },
  onAsk,
}: {
  links: AnswerLinks
  onAsk: (asked: { view?: string; level?: string }) => void
}) {
  const t = useTexts()
  const chosen = views.find(({ extname }) => extname === view)
  if (!chosen) return null
  return (
    <>
      {views.length > 1 && (
        <NativeSelect
          label={t('hierarchy')}
          value={chosen.extname}
          data={views.map(({ extname, title }) => ({ value: extname, label: title }))}
          onChange={({ currentTarget }) => onAsk({ view: currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t('level')}
        value={level ?? ''}
        data={chosen.levels.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={({ currentTarget }) => onAsk({ view: chosen.extname, level: currentTarget.value })}
      />
    </>
  )
}

/** Ends all links that were handed out, also printed ones, after a question. */
function RenewButton({ survey }: { survey: string }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const renewing = useMutation({
    mutationFn: () => call(renewAnswerLinks, { params: { survey } }),
    onSuccess: async () => {
      setIsAsking(false)
      await queryClient.invalidateQueries({ queryKey: ['answer-links', survey] })
      notifyDone(t('renewed'))
    },
    onError: notifyError,
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        {t('renew')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('renew')}
        message={t('renewQuestion')}
        okText={t('renew')}
        danger
        busy={renewing.isPending}
        onOk={() => renewing.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

function Sheet({ links: { places, sheet }, term }: { links: AnswerLinks; term: string }) {
  const t = useTexts()
  const format = useFormat()
  const wanted = term.trim().toLowerCase()
  const found = places.filter(
    ({ titles }) => titles.some((title) => title.toLowerCase().includes(wanted)) || wanted === '',
  )
  const shown = found.slice(0, mostShown)
  return (
    <>
      <p className={classes['aside']} role="status">
        {found.length > mostShown
          ? t('some', { shown: format.number(mostShown), n: format.number(found.length), count: found.length })
          : t('all', { n: format.number(found.length), count: found.length })}
      </p>
      <ul className={classes['sheet']}>
        {shown.map(({ names, titles, url, codeUrl }) => {
          const title = titles.at(-1) ?? sheet.title
          return (
            <li key={names.join('\n')} className={classes['code']}>
              <p className={classes['survey']} lang={sheet.locale}>
                {sheet.title}
              </p>
              <QrCode address={codeUrl} title={t('codeOf', { title })} className={classes['image']} />
              <p className={classes['place']}>{title}</p>
              <p className={classes['above']}>{titles.slice(0, -1).join(' · ')}</p>
              <p className={classes['instruction']} lang={sheet.locale}>
                {sheet.instruction}
              </p>
              <p className={classes['aside']}>
                <a href={url} target="_blank" rel="noopener" aria-label={t('linkOf', { title })}>
                  {t('link')}
                </a>
                {' · '}
                <a href={`${url}?kiosk`} target="_blank" rel="noopener" aria-label={t('kioskOf', { title })}>
                  {t('kiosk')}
                </a>
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
