import { useQueryClient } from '@tanstack/react-query'
import { saveScript } from '@gensvar/contract/scripts'
import type { StoredScript } from '@gensvar/contract/scripts'
import { useEffect, useRef, useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useGo } from '#web/lib/use-go.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { EventLog } from './event-log.tsx'
import { loadScript, scriptListsKey, scriptQuery, versionsQuery } from './queries.ts'
import { RunCard } from './run-card.tsx'
import { bodyOf } from './script-body.ts'
import { ScriptButtons } from './script-buttons.tsx'
import { ScriptFields } from './script-fields.tsx'
import { addressOf } from './script-place.ts'
import type { ScriptPlace } from './script-place.ts'
import { ScriptText } from './script-text.tsx'
import { text, useTexts } from './texts.ts'
import { useRun } from './use-run.ts'
import { Versions } from './versions.tsx'
import classes from './scripts.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  place: ScriptPlace
  script: StoredScript
}

/** Keeps what was answered after a save, and goes to the address of a script that was new. */
function useKeep(place: ScriptPlace, id: number) {
  const go = useGo()
  const queryClient = useQueryClient()
  return async (saved: StoredScript) => {
    void queryClient.invalidateQueries({ queryKey: scriptListsKey })
    void queryClient.invalidateQueries({ queryKey: versionsQuery(place.survey, saved.id).queryKey })
    if (id > 0 || place.of === 'universe') queryClient.setQueryData(scriptQuery(place).queryKey, saved)
    else go(addressOf(place, saved), { replace: true })
  }
}

/** Runs what a key means together with Ctrl or Cmd, wherever the focus is; the editor takes its own keys first. */
function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const newest = useRef(acts)
  useEffect(() => {
    newest.current = acts
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      const act = newest.current[event.key]
      if (act === undefined || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The form of a script with everything that is done with it. */
export function ScriptScreen({ place, script }: Props) {
  const t = useTexts()
  const keep = useKeep(place, script.id)
  const [isAsked, setAsked] = useState(false)
  const form = useContractForm(saveScript, {
    params: { survey: place.survey },
    initial: bodyOf(script),
    latest: async () => bodyOf(await loadScript(place)),
    onSaved: keep,
    done: () => text('saved'),
  })
  const run = useRun(place, script, form)
  const save = () => {
    if (form.state.sending) return
    // Scripts of a survey and global ones belong into git; the script of the organisation does not.
    if (place.of === 'universe') void form.state.submit()
    else setAsked(true)
  }
  const dryRun = () => run.start(true)
  useKeys({ s: save, Enter: dryRun })
  return (
    <div className={classes['screen']}>
      <Form form={form} save={null} actions={<ScriptButtons form={form} run={run} onSave={save} />}>
        <ScriptFields place={place} script={script} form={form} />
        <ScriptText place={place} form={form} onSave={save} onDryRun={dryRun} />
      </Form>
      <RunCard run={run} />
      {script.id > 0 && (
        <>
          <EventLog place={place} script={script} />
          <Versions place={place} script={script} form={form} onRolledBack={keep} />
        </>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={t('saveTitle')}
        message={t('saveAsk')}
        okText={t('save')}
        onOk={() => {
          setAsked(false)
          void form.state.submit()
        }}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
