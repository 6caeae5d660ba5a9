import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { Card } from '#web/ui/card.tsx'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import { shortcutText } from '#web/ui/code-editor/shortcut-text.ts'
import { Tip } from '#web/ui/tip.tsx'
import { languageOf } from './script-body.ts'
import type { ScriptForm } from './script-body.ts'
import type { ScriptPlace } from './script-place.ts'
import { useTexts } from './texts.ts'
import { useProblems } from './use-problems.ts'
import { useSuggest } from './use-suggest.ts'
import classes from './scripts.module.css'

/** Height of the editor of a script, in pixels. */
const editorHeight = 600

/** Milliseconds without a key before a text is checked. */
const checkAfter = 400

interface Props {
  place: ScriptPlace
  form: ScriptForm
  onSave: () => void
  onDryRun: () => void
}

/** The text of a script in its editor. */
export function ScriptText({ place, form, onSave, onDryRun }: Props) {
  const t = useTexts()
  const { script, scriptType } = form.values
  const { error, value, onChange, onFocus, onBlur } = form.field('script')
  const [checked] = useDebouncedValue(script, checkAfter)
  const language = languageOf(scriptType)
  const problems = useProblems(checked, language, error)
  const suggest = useSuggest(place, scriptType)
  const shortcuts = useMemo(
    () => [
      { key: 'Mod-s', run: onSave },
      { key: 'Mod-Enter', run: onDryRun },
    ],
    [onSave, onDryRun],
  )
  const keys = { save: shortcutText('Mod-s'), dryRun: shortcutText('Mod-Enter'), search: shortcutText('Mod-f') }
  return (
    <Card
      title={
        <>
          {t('text')} <Tip label={t('shortcuts')} text={t('shortcutsText', keys)} />
        </>
      }
      subtitle={t(language === 'yaml' ? 'inYaml' : 'inJavaScript')}
    >
      <div onFocus={onFocus} onBlur={onBlur}>
        <CodeEditor
          label={t('text')}
          data-path="script"
          height={editorHeight}
          language={language}
          value={value}
          onChange={onChange}
          problems={problems}
          completions={suggest}
          shortcuts={shortcuts}
        />
        {error !== undefined && error !== null && (
          <p role="alert" className={classes['wrong']}>
            {error}
          </p>
        )}
      </div>
    </Card>
  )
}
