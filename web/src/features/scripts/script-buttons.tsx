import { Button } from '@mantine/core'
import { shortcutText } from '#web/ui/code-editor/shortcut-text.ts'
import type { ScriptForm } from './script-body.ts'
import { useTexts } from './texts.ts'
import type { ScriptRun } from './use-run.ts'
import classes from './scripts.module.css'

interface Props {
  form: ScriptForm
  run: ScriptRun
  onSave: () => void
}

/** What is done with the text: a dry run and saving, each with its keys. */
export function ScriptButtons({ form, run, onSave }: Props) {
  const t = useTexts()
  return (
    <>
      <Button
        variant="default"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        rightSection={<Keys of="Mod-Enter" />}
        disabled={run.refusal !== null}
        loading={run.isRunning}
        onClick={() => run.start(true)}
      >
        {t('dryRun')}
      </Button>
      <Button
        aria-keyshortcuts="Control+S Meta+S"
        rightSection={<Keys of="Mod-s" />}
        loading={form.state.sending}
        onClick={onSave}
      >
        {t('save')}
      </Button>
    </>
  )
}

function Keys({ of }: { of: string }) {
  return (
    <kbd aria-hidden="true" className={classes['keys']}>
      {shortcutText(of)}
    </kbd>
  )
}
