import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useFormParts } from '../form-context.ts'
import type { Setting } from '../inputs.ts'
import { useTexts } from '../texts.ts'
import type { SettingPath } from '../values.ts'
import type { Change } from './field-props.ts'
import { SettingField } from './setting-field.tsx'
import classes from '../forms.module.css'

/** Up to so many further settings are shown with the others. */
const mostUnfolded = 3

/** Settings that are shown first though they may be left out. */
const shownFirst: ReadonlySet<string> = new Set(['title', 'size', 'variables', 'expression', 'goal', 'text'])

interface Props {
  settings: readonly Setting[]
  path: SettingPath
  /** Changes the setting with a key; by default at its path. */
  changeOf?: ((key: string) => Change) | undefined
}

/** Settings one below the other; those that few need unfold. Keys without a field are told. */
export function SettingsGroup({ settings, path, changeOf }: Props) {
  const t = useTexts()
  const { edits } = useFormParts()
  const [isOpen, setOpen] = useState(false)
  const more = useId()
  const isMain = ({ isRequired, key }: Setting) => (isRequired && key !== 'id') || shownFirst.has(key)
  const isFew = settings.filter((setting) => setting.key !== 'id' && !isMain(setting)).length <= mostUnfolded
  const isFirst = (setting: Setting) => isMain(setting) || (isFew && setting.key !== 'id')
  const rest = settings.filter((setting) => !isFirst(setting) && setting.input.kind !== 'withGoal')
  const set = rest.filter(({ key }) => key !== 'id' && edits.at([...path, key]) !== undefined).length
  const isWrong = rest.some(({ key }) => edits.problemAt([...path, key], true) !== undefined)
  const unknown = edits.unknownAt(path)
  const field = (setting: Setting) => (
    <SettingField
      key={setting.key}
      setting={setting}
      outer={path}
      {...(changeOf !== undefined && { change: changeOf(setting.key) })}
    />
  )
  return (
    <div className={classes['settings']}>
      {settings.filter(isFirst).map(field)}
      {rest.length > 0 && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['unfold'] ?? ''}
            aria-expanded={isOpen || isWrong}
            aria-controls={more}
            onClick={() => setOpen(!isOpen)}
          >
            {set > 0 ? t('moreSettingsSet', { count: set }) : t('moreSettings')}
          </Button>
          <div id={more} className={classes['settings']} hidden={!isOpen && !isWrong}>
            {(isOpen || isWrong) && rest.map(field)}
          </div>
        </>
      )}
      {unknown.length > 0 && <p className={classes['note']}>{t('alsoInText', { names: unknown.join(', ') })}</p>}
    </div>
  )
}
