import { NativeSelect, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { StoredScript } from '@gensvar/contract/scripts'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import type { ScriptBody, ScriptForm } from './script-body.ts'
import type { ScriptPlace } from './script-place.ts'
import { useTexts } from './texts.ts'
import { useTypeWords } from './use-type-words.ts'
import classes from './scripts.module.css'

interface Props {
  place: ScriptPlace
  script: StoredScript
  form: ScriptForm
}

/** What is kept of a script beside its text. */
export function ScriptFields({ place, script, form }: Props) {
  const t = useTexts()
  const { surveys } = useIdentity()
  const types = useTypeWords()
  const exampleOf = (type: string) => types.find((one) => one.type === type)?.example ?? ''
  const about = types.find(({ type }) => type === form.values.scriptType)?.about
  // Types that this version runs, and the one it has.
  const offered = [...new Set([...(place.of === 'survey' ? ['CONFIGURATION'] : []), ...types.map(({ type }) => type)])]
  if (!offered.includes(form.values.scriptType)) offered.push(form.values.scriptType)
  const choose = (type: string) => {
    const { script: text, scriptType } = form.values
    // An example that nobody has touched makes way for that of the other type.
    if (text.trim() === '' || text === exampleOf(scriptType)) form.set('script', exampleOf(type))
    form.set('scriptType', type as ScriptBody['scriptType'])
  }
  return (
    <Card title={t('settings')}>
      <div className={classes['columns']}>
        <div className={classes['group']}>
          <TextInput label={t('name')} required {...form.field('extname')} />
          <NativeSelect
            label={t('type')}
            description={script.id > 0 ? t('typeFixed') : undefined}
            disabled={script.id > 0}
            data={offered}
            {...form.field('scriptType')}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          {about !== undefined && (
            <p lang="en" className={classes['help']}>
              {about}
            </p>
          )}
        </div>
        <div className={classes['group']}>
          <Textarea label={t('description')} autosize minRows={2} maxRows={6} {...form.field('description')} />
          {place.of === 'everywhere' && (
            <TagsInput
              label={t('surveys')}
              description={t('surveysHelp')}
              data={surveys.map(({ extName }) => extName)}
              {...form.field('matchingMetaInterviews')}
            />
          )}
          <Switch label={t('disabled')} description={t('disabledHelp')} {...form.field('disabled')} />
        </div>
      </div>
    </Card>
  )
}
