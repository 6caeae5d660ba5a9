import { useMemo } from 'react'
import { checkSettings } from './check-settings.ts'
import { KindFields } from './fields/component-field.tsx'
import { SettingsGroup } from './fields/settings-group.tsx'
import { FormContext } from './form-context.ts'
import type { FormParts, IndicatorEdits } from './form-context.ts'
import { formulaProblems } from './formula.ts'
import { componentOf } from './new-component.ts'
import { schemaOf } from './shapes.ts'
import type { SurveyFacts } from './survey-facts.ts'
import { useTexts } from './texts.ts'
import { useEdits } from './use-edits.ts'
import classes from './forms.module.css'

type Props = IndicatorEdits & { name: string; facts: SurveyFacts }

/** The settings of an indicator, which hold wherever it is shown. Nothing for a name that is no indicator. */
export function IndicatorFields({ name, facts, settings, onChange }: Props) {
  const t = useTexts()
  const schema = schemaOf('indicator')
  const check = useMemo(
    () => (value: unknown) => {
      const { problems = [], unknown = [] } = schema === null ? {} : checkSettings(schema, value)
      return { problems: [...formulaProblems(value, facts), ...problems], unknown }
    },
    [schema, facts],
  )
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined
  const edits = useEdits({ value, check, onChange: (path, next) => onChange([name, ...path], next) })
  const parts: FormParts = {
    edits,
    facts,
    drawSettings: (settings, path, changeOf) => <SettingsGroup {...{ settings, path, changeOf }} />,
    newComponent: (kind) => componentOf(kind, facts),
  }
  if (value === undefined) return null
  const title = facts.indicators.find((one) => one.name === name)?.title ?? name
  return (
    <FormContext value={parts}>
      <fieldset className={classes['inner']}>
        <legend>{t('indicatorOf', { name: title })}</legend>
        <p className={classes['note']}>{t('indicatorHelp')}</p>
        <KindFields kind="indicator" path={[]} />
      </fieldset>
    </FormContext>
  )
}
