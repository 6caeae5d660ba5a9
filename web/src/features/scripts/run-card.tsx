import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { useTexts } from './texts.ts'
import type { RunOutcome, ScriptRun } from './use-run.ts'
import classes from './scripts.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** Greatest number an interview can have. */
const maxId = 2_147_483_647

/** Runs a script by hand, for real or dry, and shows how it ended. */
export function RunCard({ run }: { run: ScriptRun }) {
  const t = useTexts()
  const [isAsked, setAsked] = useState(false)
  return (
    <Card title={t('runTitle')} subtitle={run.refusal ?? t('runText')}>
      <div className={classes['run']}>
        <NumberInput
          label={t('interview')}
          description={t('interviewHelp')}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          max={maxId}
          value={run.interviewId ?? ''}
          onChange={(value) => run.setInterview(value === '' ? null : Number(value))}
        />
        <div className={classes['buttons']}>
          <Button
            variant="default"
            disabled={run.refusal !== null}
            loading={run.isRunning}
            onClick={() => run.start(true)}
          >
            {t('dryRun')}
          </Button>
          <Button disabled={run.refusal !== null} loading={run.isRunning} onClick={() => setAsked(true)}>
            {t('run')}
          </Button>
        </div>
      </div>
      <div role="status">{run.outcome !== null && <Outcome outcome={run.outcome} />}</div>
      <ConfirmDialog
        opened={isAsked}
        title={t('runAsk')}
        message={t('runAskText')}
        okText={t('run')}
        onOk={() => {
          setAsked(false)
          run.start(false)
        }}
        onCancel={() => setAsked(false)}
      />
    </Card>
  )
}

function Outcome({ outcome: { isDry, result, failure } }: { outcome: RunOutcome }) {
  const t = useTexts()
  if (result === null) return <p className={classes['wrong']}>{failure}</p>
  return (
    <div className={classes['outcome']}>
      <p className={classes['result']} data-failed={result.returnCode !== 0 || undefined}>
        {/* The return code, a colon, the message. */}
        {`${result.returnCode}: ${result.message}`}
      </p>
      <p className={classes['help']}>{t(isDry ? 'wasDry' : 'wasReal')}</p>
      <Lines title={t(isDry ? 'wouldChange' : 'changed')} lines={result.changes} />
      <Lines title={t('logged')} lines={result.logged} />
      {result.returnCode === 0 && result.changes.length === 0 && (
        <p className={classes['help']}>{t(isDry ? 'wouldChangeNothing' : 'changedNothing')}</p>
      )}
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={classes['subtitle']}>{title}</h3>
      <ul className={classes['lines']}>
        {lines.map((line, at) => (
          // Two lines may say the same.
          <li key={`${at} ${line}`}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
